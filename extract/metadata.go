package extract

// fillMetadata adds what the words of the document say of it where the file's
// own properties left a gap.
func fillMetadata(m *Metadata, paragraphs []Paragraph, texts []string) {}

func coreMetadata(raw []byte) Metadata { return Metadata{} }

func infoMetadata(meta func(string) string) Metadata { return Metadata{} }
