package extract

import (
	"os"
	"path/filepath"
)

// fontPlaces are where a CJK font of a few megabytes is usually found. Larger
// collections (Noto's .ttc) work too but cost hundreds of megabytes a file, so
// they are not looked for.
var fontPlaces = []string{
	"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",          // Debian, Ubuntu: fonts-droid-fallback
	"/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf",     // the same, its own folder
	"/usr/share/fonts/google-droid-sans-fonts/DroidSansFallbackFull.ttf", // Fedora
	"/usr/share/fonts/google-droid/DroidSansFallbackFull.ttf",            // older Fedora, CentOS
	"/usr/share/fonts/droid/DroidSansFallbackFull.ttf",                   // Arch
	"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",                     // 5 MB
	"/usr/local/share/fonts/DroidSansFallbackFull.ttf",
	"/opt/homebrew/share/fonts/DroidSansFallbackFull.ttf",
}

// findFont gives the path of the fallback font, or "" when there is none.
func findFont() string {
	places := fontPlaces
	if set := os.Getenv(FontEnvironment); set != "" {
		places = append([]string{set}, places...)
	}
	if dir, err := os.UserHomeDir(); err == nil {
		places = append(places, filepath.Join(dir, ".local/share/fonts/DroidSansFallbackFull.ttf"))
	}
	for _, place := range places {
		if info, err := os.Stat(place); err == nil && info.Mode().IsRegular() {
			return place
		}
	}
	return ""
}
