/// A change of one place in a file that corrects a finding and changes nothing else.
public struct TextEdit: Sendable, Hashable {
    /// The line and the column where the change begins.
    public let location: SourceLocation
    /// The text that is there, within one line; it may end with the line's end.
    public let text: String
    /// The text that takes its place.
    public let replacement: String

    package init(location: SourceLocation, text: String, replacement: String) {
        (self.location, self.text, self.replacement) = (location, text, replacement)
    }
}
