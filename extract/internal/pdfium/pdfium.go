// Package pdfium calls the C interface of pdfium, which runs in WebAssembly: no
// C here, and no reach beyond the memory and the one font given to it.
//
// go-pdfium brings pdfium along, and what it calls of its host; it is started
// here, with memory of its own (memory.go). go-pdfium's methods find each
// function and each handle by name, with 10 KB of garbage a call, which costs
// ten times what pdfium itself needs to tell of a character, and keeps every
// handle until the end; so the functions are called here, each looked up once.
// They are documented in pdfium's public headers (fpdfview.h, fpdf_text.h,
// fpdf_edit.h, fpdf_annot.h, fpdf_flatten.h).
//
// Nothing here may be used by two goroutines at a time.
package pdfium

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing/fstest"
	_ "unsafe" // for go:linkname

	"zhiwen/internal/wrap"

	_ "github.com/klippa-app/go-pdfium/webassembly" // for module
	"github.com/klippa-app/go-pdfium/webassembly/imports"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"golang.org/x/text/encoding/unicode"
)

// module is pdfium as WebAssembly, which go-pdfium embeds and has no exported
// way to. A version of go-pdfium that gives it another name is linked all the
// same and leaves this empty: hence Check.
//
//go:linkname module github.com/klippa-app/go-pdfium/webassembly.pdfiumWasm
var module []byte

// ErrMissing says that the program was built without pdfium.
var ErrMissing = errors.New("pdfium is not in this program: the version of github.com/klippa-app/go-pdfium that it was built with has " +
	"no WebAssembly module in webassembly.pdfiumWasm; build it with the version in go.mod")

// Check fails with ErrMissing where no PDF can be read because the program was
// built without pdfium.
func Check() error { return check(module) }

// check looks for the mark and the version that a WebAssembly module begins with.
func check(module []byte) error {
	if !bytes.HasPrefix(module, []byte("\x00asm\x01\x00\x00\x00")) {
		return ErrMissing
	}
	return nil
}

// PDFium is one pdfium.
type PDFium struct {
	own        *code // compiled for it alone
	module     api.Module
	memory     *memory
	exhausted  bool // a call failed for want of memory
	functions  map[string]api.Function
	stack      []uint64 // of arguments and results
	actualText uint32   // where its name is
	scratch    uint32   // memory of pdfium's in which it returns values
}

const (
	scratchSize   = 256 // bytes: more than any fixed structure, and than most names
	mostArguments = 8
	longestText   = 1 << 20 // bytes of a name or an entry; longer ones are cut
)

// ErrMemory says that pdfium needs more memory than it may have.
var ErrMemory = errors.New("pdfium has not enough memory")

// Compile compiles pdfium into the folder, which takes two seconds; with it,
// Start takes 50 ms.
func Compile(ctx context.Context, folder string) error {
	if err := Check(); err != nil {
		return fmt.Errorf("compile pdfium: %w", err)
	}
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return fmt.Errorf("compile pdfium: %w", err)
	}
	r := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	defer func() { _ = r.Close(ctx) }()
	_, err = r.CompileModule(ctx, module)
	return wrap.Error(err, "compile pdfium")
}

// Start starts pdfium with the font that stands in for those that files do not
// embed, or without, and with so many bytes of memory for it to use. folder is
// where Compile has put it: without one, or one that cannot be used, it is
// compiled, which is slow, not wrong.
func Start(ctx context.Context, font []byte, folder string, room int) (*PDFium, error) {
	if err := Check(); err != nil {
		return nil, fmt.Errorf("start pdfium: %w", err)
	}
	if folder != "" {
		if c, err := codeOf(ctx, folder); err == nil {
			if p, err := c.start(ctx, font, room); err == nil {
				return p, nil
			}
		}
	}
	c, err := load(ctx, wazero.NewRuntimeConfig())
	if err != nil {
		return nil, fmt.Errorf("start pdfium: %w", err)
	}
	p, err := c.start(ctx, font, room)
	if err != nil {
		c.close()
		return nil, err
	}
	p.own = c
	return p, nil
}

// code is pdfium compiled and checked: it starts any number of times.
type code struct {
	runtime  wazero.Runtime
	compiled wazero.CompiledModule
}

// codes are those of folders that this process has started pdfium from: what was read of
// one is not read again, nor checked, which takes longer than starting.
var codes struct {
	sync.Mutex
	of map[string]*code
}

func codeOf(ctx context.Context, folder string) (*code, error) {
	codes.Lock()
	defer codes.Unlock()
	if c, ok := codes.of[folder]; ok {
		return c, nil
	}
	cache, err := wazero.NewCompilationCacheWithDir(folder)
	if err != nil {
		return nil, err
	}
	c, err := load(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	if err != nil {
		return nil, err
	}
	if codes.of == nil {
		codes.of = map[string]*code{}
	}
	codes.of[folder] = c
	return c, nil
}

func load(ctx context.Context, config wazero.RuntimeConfig) (c *code, err error) {
	c = &code{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	defer func() {
		if err != nil {
			c.close()
			c = nil
		}
	}()
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, c.runtime); err != nil {
		return nil, err
	}
	if c.compiled, err = c.runtime.CompileModule(ctx, module); err != nil {
		return nil, err
	}
	_, err = imports.Instantiate(ctx, c.runtime, c.compiled)
	return c, err
}

func (c *code) close() { _ = c.runtime.Close(context.Background()) }

func (c *code) start(ctx context.Context, font []byte, room int) (*PDFium, error) {
	p := &PDFium{functions: map[string]api.Function{}, stack: make([]uint64, mostArguments)}
	if err := p.begin(ctx, c, font, room); err != nil {
		p.Close()
		return nil, fmt.Errorf("start pdfium: %w", err)
	}
	return p, nil
}

func (p *PDFium) begin(ctx context.Context, c *code, font []byte, room int) (err error) {
	if p.memory, err = newMemory(room); err != nil {
		return fmt.Errorf("%w: %w", ErrMemory, err)
	}
	// It looks for fonts in /usr/share/fonts, and sees nothing of the host's
	// files.
	files := fstest.MapFS{}
	if font != nil {
		files["usr/share/fonts/fallback.ttf"] = &fstest.MapFile{Data: font, Mode: 0o444}
	}
	p.module, err = c.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, p.memory), c.compiled, wazero.NewModuleConfig().
		WithName(""). // one of many
		WithStartFunctions("_initialize").
		WithRandSource(rand.Reader).
		WithFSConfig(wazero.NewFSConfig().WithFSMount(files, "/")))
	if err != nil {
		return err
	}
	if _, ok := p.call("FPDF_InitLibrary"); !ok {
		return errors.New("it does not begin")
	}
	if p.scratch = p.allocate(scratchSize); p.scratch == 0 {
		return ErrMemory
	}
	return nil
}

// Close frees everything. Errors of closing have no consequence: nothing of p
// is used again.
func (p *PDFium) Close() {
	if p.module != nil {
		_ = p.module.Close(context.Background())
	}
	if p.own != nil {
		p.own.close()
	}
}

// Exhausted reports whether a call failed because pdfium had not enough memory:
// what it says from then on is not to be believed.
func (p *PDFium) Exhausted() bool { return p.exhausted }

// call calls a function; false when it traps, as it does when memory is short.
// Its result, if it has one, is as WebAssembly has it.
func (p *PDFium) call(name string, arguments ...uint64) (result uint64, ok bool) {
	f, known := p.functions[name]
	if !known {
		if f = p.module.ExportedFunction(name); f == nil {
			panic("pdfium has no function " + name)
		}
		p.functions[name] = f
	}
	copy(p.stack, arguments)
	// What takes too long is ended with its process, not by a context.
	p.memory.refused = false
	if err := f.CallWithStack(context.Background(), p.stack); err != nil {
		p.exhausted = p.exhausted || p.memory.refused
		return 0, false
	}
	return p.stack[0], true
}

// number calls a function that returns an int; 0 when it traps.
func (p *PDFium) number(name string, arguments ...uint64) int {
	r, _ := p.call(name, arguments...)
	return int(int32(uint32(r)))
}

// handle calls a function that returns a pointer; 0 when there is none.
func (p *PDFium) handle(name string, arguments ...uint64) uint64 {
	r, _ := p.call(name, arguments...)
	return uint64(uint32(r))
}

func (p *PDFium) allocate(n int) uint32 {
	return uint32(p.handle("malloc", uint64(n)))
}

func (p *PDFium) free(pointer uint32) {
	p.call("free", uint64(pointer))
}

// at points into the scratch memory, for a function to write there.
func (p *PDFium) at(offset int) uint64 {
	return uint64(p.scratch) + uint64(offset)
}

// written returns the first n bytes of the scratch memory, until the next call.
func (p *PDFium) written(n int) []byte {
	data, ok := p.module.Memory().Read(p.scratch, uint32(n))
	if !ok {
		return make([]byte, n)
	}
	return data
}

// floats fills into with the numbers that were written to the scratch memory.
func (p *PDFium) floats(into []float32) {
	data := p.written(4 * len(into))
	for i := range into {
		into[i] = math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
	}
}

// double returns number i of those of 64 bits.
func (p *PDFium) double(i int) float32 {
	return float32(math.Float64frombits(binary.LittleEndian.Uint64(p.written(8 * (i + 1))[8*i:])))
}

// rect returns the FS_RECTF that was written to the scratch memory.
func (p *PDFium) rect() Rect {
	var r [4]float32
	p.floats(r[:])
	return Rect{Left: r[0], Top: r[1], Right: r[2], Bottom: r[3]}
}

// matrix returns the FS_MATRIX that was written to the scratch memory.
func (p *PDFium) matrix() Matrix {
	var m [6]float32
	p.floats(m[:])
	return Matrix{m[0], m[1], m[2], m[3], m[4], m[5]}
}

// text asks a function twice, as pdfium's are that write into a buffer and
// return the bytes they need: of the scratch memory, and of one that is large
// enough. It gives the bytes; nil where there are none.
func (p *PDFium) text(ask func(buffer, size uint64) int) []byte {
	n := ask(uint64(p.scratch), scratchSize)
	if n <= 0 {
		return nil
	}
	if n <= scratchSize {
		return bytes.Clone(p.written(n))
	}
	n = min(n, longestText)
	buffer := p.allocate(n)
	if buffer == 0 {
		return nil
	}
	defer p.free(buffer)
	ask(uint64(buffer), uint64(n))
	data, ok := p.module.Memory().Read(buffer, uint32(n))
	if !ok {
		return nil
	}
	return bytes.Clone(data)
}

// blob calls a function whose last arguments are a buffer, its size and where to write the number of
// bytes: once for this number, and once for the bytes. It returns nil if there are none or more than
// most, and false if the function fails.
func (p *PDFium) blob(most int, name string, arguments ...uint64) (data []byte, ok bool) {
	size := p.at(scratchSize - 4)
	ask := func(buffer uint32, n int) bool {
		return p.number(name, append(slices.Clip(arguments), uint64(buffer), uint64(n), size)...) != 0
	}
	if !ask(0, 0) {
		return nil, false
	}
	n := int(binary.LittleEndian.Uint32(p.written(scratchSize)[scratchSize-4:]))
	if n == 0 || n > most {
		return nil, true
	}
	buffer := p.allocate(n)
	if buffer == 0 {
		return nil, false
	}
	defer p.free(buffer)
	ask(buffer, n)
	data, ok = p.module.Memory().Read(buffer, uint32(n))
	return bytes.Clone(data), ok
}

// wide decodes UTF-16 as pdfium writes it, with a zero at its end.
func wide(data []byte) string {
	if len(data) < 2 {
		return ""
	}
	return utf16Text(data[:len(data)-2], unicode.LittleEndian)
}

// utf16Text decodes UTF-16 without a mark.
func utf16Text(data []byte, order unicode.Endianness) string {
	s, err := unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(data)
	if err != nil {
		return ""
	}
	return string(s)
}

// entry asks a function for the text that something has under a key; empty
// where there is none.
func (p *PDFium) entry(name string, handle uint64, key string) string {
	pointer := p.allocate(len(key) + 1)
	if pointer == 0 {
		return ""
	}
	defer p.free(pointer)
	if !p.module.Memory().Write(pointer, append([]byte(key), 0)) {
		return ""
	}
	return wide(p.text(func(buffer, size uint64) int {
		return p.number(name, handle, uint64(pointer), buffer, size)
	}))
}
