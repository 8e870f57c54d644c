package reader

// Confinement says what the system keeps a child from, beyond its limits on
// memory and time.
type Confinement struct {
	Files   bool // reading what is not a program or a font, writing outside its own temporary folder
	Network bool // making sockets
	Root    bool // what root may more than others, where the program is root's
}
