package word

// #cgo LDFLAGS: -lm
// #include <math.h>
import "C"

// logarithm is that of the C library, which gojieba takes. Of two ways to cut a phrase that are
// equally probable the last bit of a sum decides, and Go's own differs there now and then.
func logarithm(x float64) float64 { return float64(C.log(C.double(x))) }
