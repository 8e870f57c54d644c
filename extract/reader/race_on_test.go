//go:build race

package reader

// raceDetector says that the tests are built with the race detector, which makes
// reading many times slower and larger: limits of time and memory are not its.
const raceDetector = true
