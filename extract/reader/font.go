package reader

import (
	"os"
	"path/filepath"

	"zhiwen/extract"
)

// fontPlaces are where a font with Chinese and Latin characters, of a few
// megabytes, is usually found. Larger collections (Noto's .ttc) work too but
// cost hundreds of megabytes a file, so they are not looked for. Droid's
// fallback font has no Latin letters or digits: pdfium then loses those that
// stand alone in a font that the PDF does not embed.
var fontPlaces = []string{
	"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",           // Debian, Ubuntu: fonts-wqy-microhei
	"/usr/share/fonts/wqy-microhei-fonts/wqy-microhei.ttc",     // Fedora
	"/usr/share/fonts/wqy-microhei/wqy-microhei.ttc",           // older Fedora, CentOS
	"/usr/share/fonts/wenquanyi/wqy-microhei/wqy-microhei.ttc", // Arch
	"/usr/share/fonts/truetype/wqy-microhei.ttc",               // openSUSE
	"/usr/local/share/fonts/wqy-microhei.ttc",
	"/opt/homebrew/share/fonts/wqy-microhei.ttc",
	"/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",          // Debian, Ubuntu: fonts-droid-fallback
	"/usr/share/fonts/google-droid-sans-fonts/DroidSansFallbackFull.ttf", // Fedora
	"/usr/share/fonts/droid/DroidSansFallbackFull.ttf",                   // Arch
}

// findFont returns the path of the fallback font, or "" when there is none.
func findFont() string {
	places := fontPlaces
	if set := os.Getenv(extract.FontEnvironment); set != "" {
		places = append([]string{set}, places...)
	}
	if dir, err := os.UserHomeDir(); err == nil {
		places = append(places, filepath.Join(dir, ".local/share/fonts/wqy-microhei.ttc"))
	}
	for _, place := range places {
		if info, err := os.Stat(place); err == nil && info.Mode().IsRegular() {
			return place
		}
	}
	return ""
}
