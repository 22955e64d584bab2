/// What SQLite does with the bytes of a binding.
package enum SQLiteBinding {
    /// SQLite's type of a function that frees bound bytes.
    package typealias Destructor = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// `SQLITE_TRANSIENT`, with which SQLite copies the bytes. C spells it as a cast that Swift does not import. The
    /// cast is safe: SQLite compares the pointer with -1, never calls it, and copies the bytes before the binding
    /// returns.
    package static let copied = unsafeBitCast(-1, to: Destructor?.self)

    /// `SQLITE_STATIC`, with which SQLite reads the bytes where they are, while the statement runs.
    package static let inPlace: Destructor? = nil
}
