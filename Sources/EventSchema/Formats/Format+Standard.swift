extension Format {
    /// The format of that name, or `nil` when the dialect does not define it: then it says nothing.
    init?(named name: String, dialect: Dialect) { return nil }
}
