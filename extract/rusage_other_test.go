//go:build !linux

package extract

func childrenMaxRSS() int64 { return 0 }
