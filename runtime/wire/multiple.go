package wire

import (
	"math/big"
	"math/bits"
)

// multipleOf tells exactly whether x is an integer times y.
func (x Decimal) multipleOf(y Decimal) bool {
	if x.digits() == 0 {
		return true
	}
	if y.digits() == 0 {
		return false
	}
	// x = m × 10^e and y = n × 10^f with m and n without trailing zeros, so a shift to the right never divides.
	shift := (x.exp - x.digits()) - (y.exp - y.digits())
	if shift < 0 {
		return false
	}
	if n, ok := y.mantissa(); ok {
		return mulMod(x.mod(n), powMod(10, uint64(shift), n), n) == 0
	}
	return x.bigMultiple(y, shift)
}

// mantissa gives the digits as a number; false when they are too many.
func (x Decimal) mantissa() (uint64, bool) {
	if x.digits() > 19 {
		return 0, false
	}
	var n uint64
	for i := range x.digits() {
		n = n*10 + uint64(x.digit(i)-'0')
	}
	return n, true
}

// mod gives the digits as a number, modulo n.
func (x Decimal) mod(n uint64) uint64 {
	var r uint64
	for i := range x.digits() {
		r = (mulMod(r, 10, n) + uint64(x.digit(i)-'0')%n) % n
	}
	return r
}

func (x Decimal) bigMultiple(y Decimal, shift int) bool {
	m, n := x.big(), y.big()
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(shift)), n)
	m.Mul(m.Mod(m, n), power)
	return m.Mod(m, n).Sign() == 0
}

func (x Decimal) big() *big.Int {
	n, _ := new(big.Int).SetString(string(x.head)+string(x.tail), 10)
	return n
}

func mulMod(a, b, n uint64) uint64 {
	high, low := bits.Mul64(a, b)
	return bits.Rem64(high, low, n)
}

func powMod(base, exp, n uint64) uint64 {
	result := 1 % n
	for base %= n; exp > 0; exp >>= 1 {
		if exp&1 == 1 {
			result = mulMod(result, base, n)
		}
		base = mulMod(base, base, n)
	}
	return result
}
