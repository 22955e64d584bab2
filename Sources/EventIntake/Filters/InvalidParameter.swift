/// A query parameter that is unknown or has an invalid value.
struct InvalidParameter: Error {
    let message: String
    init(_ message: String) { self.message = message }
}
