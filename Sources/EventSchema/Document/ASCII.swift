/// The byte of an ASCII character, so that byte-level code can say `ascii("{")`.
@inline(__always)
func ascii(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(truncatingIfNeeded: scalar.value) }
