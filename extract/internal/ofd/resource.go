package ofd

import (
	"path"
	"strings"

	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/markup"
)

// resources are what a document's objects refer to by number.
type resources struct {
	fonts  map[string]font
	media  map[string]string // part names
	params map[string]param
	units  map[string]string // XML of composite units
}

// font describes a font.
type font struct {
	name string
	bold bool
	file string // part name; "" if the font is not embedded
}

// param is a drawing parameter, which may be based on another one.
type param struct {
	relative     string
	fill, stroke colour
}

func newResources() *resources {
	return &resources{fonts: map[string]font{}, media: map[string]string{}, params: map[string]param{}, units: map[string]string{}}
}

// resource reads a resource part. If it is missing or broken, objects lack its resources.
func (f *file) resource(res *resources, name string) error {
	raw, err := f.parts.Part(name)
	if err != nil || raw == "" {
		return limitsOnly(err)
	}
	x := markup.NewReader(raw)
	dir := path.Dir(name)
	base := dir
	for {
		found, err := x.Find("Res", "CompositeGraphicUnit", "Font", "MultiMedia", "DrawParam")
		if !found || err != nil {
			return limitsOnly(err)
		}
		switch x.Tag.Name {
		case "Res":
			base = f.locate(dir, x.Tag.Attr("BaseLoc"))
		case "CompositeGraphicUnit":
			id, from := x.Tag.Attr("ID"), x.Offset
			if err := x.Skip(); err != nil {
				return limitsOnly(err)
			}
			unit := x.Raw[from:x.Offset]
			if end := strings.LastIndex(unit, "</"); end >= 0 {
				res.units[id] = "<Unit>" + unit[:end] + "</Unit>"
			}
		case "Font", "MultiMedia", "DrawParam":
			e, err := x.Element()
			if err != nil {
				return limitsOnly(err)
			}
			f.entry(res, e, base, dir)
		}
	}
}

// entry records one resource.
func (f *file) entry(res *resources, e markup.Element, base, dir string) {
	id := e.Attr("ID")
	switch e.Name() {
	case "Font":
		name := e.Attr("FontName")
		if family := e.Attr("FamilyName"); name == "" {
			name = family
		}
		res.fonts[id] = font{name, e.Attr("Bold") == "true", f.existing(e.Child("FontFile").Text(), base, dir)}
	case "MultiMedia":
		res.media[id] = f.existing(e.Child("MediaFile").Text(), base, dir)
	case "DrawParam":
		res.params[id] = param{e.Attr("Relative"), colourOf(e.Child("FillColor")), colourOf(e.Child("StrokeColor"))}
	}
}

// locate returns the name of a part to which a part in dir refers.
func (f *file) locate(dir, location string) string {
	location = strings.TrimSpace(strings.ReplaceAll(location, `\`, "/"))
	if strings.HasPrefix(location, "/") {
		return container.PartName(path.Clean(location))
	}
	return container.PartName(path.Join(dir, location))
}

// existing is locate for files to which some programs refer relative to the folder of resources,
// others relative to the referring part or the root.
func (f *file) existing(location string, dirs ...string) string {
	if strings.TrimSpace(location) == "" {
		return ""
	}
	for _, dir := range append(dirs, "") {
		if name := f.locate(dir, location); f.parts.Has(name) {
			return name
		}
	}
	return f.locate(dirs[0], location)
}
