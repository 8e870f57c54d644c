package evidence

import (
	"fmt"
	"math"
	"strconv"
)

// Decimal is a number from 0 to 1 that is written with three digits, so that equal evidence has
// equal bytes on every machine.
type Decimal float64

// Round rounds to the digits of the XML form, so that figures derived from the number are the same
// after it was read back.
func Round(v float64) Decimal {
	const thousand = 1000
	return Decimal(math.Round(v*thousand) / thousand)
}

// MarshalText implements encoding.TextMarshaler.
func (d Decimal) MarshalText() ([]byte, error) {
	if math.IsNaN(float64(d)) || d < 0 || d > 1 {
		return nil, fmt.Errorf("evidence: %v is not between 0 and 1", float64(d))
	}
	return strconv.AppendFloat(nil, float64(d), 'f', 3, 64), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *Decimal) UnmarshalText(b []byte) error {
	v, err := strconv.ParseFloat(string(b), 64)
	if err != nil {
		return fmt.Errorf("evidence: %q is not a number", b)
	}
	*d = Decimal(v)
	return nil
}
