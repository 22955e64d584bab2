import EventSupport

/// A location in a file. Lines and columns count from 1; columns count Unicode scalars.
public struct SourceLocation: Sendable, CustomStringConvertible {
    /// The path of the file, beginning with the folder as the caller spelled it.
    public let file: String
    /// The line; `nil` for the whole file.
    public let line: Int?
    /// The column; `nil` for the whole file.
    public let column: Int?
    /// The names that lead to the item at the location, such as `app.search`, `sample`, `unit`; empty for the whole
    /// file. An element of a list has its own name, reference or text; one without these has its number.
    ///
    /// Unlike the line, it stays the same when something else in the file changes.
    public let item: [String]

    /// Creates a location; without line and column, that of the whole file.
    public init(file: String, line: Int? = nil, column: Int? = nil, item: [String] = []) {
        (self.file, self.line, self.column, self.item) = (file, line, column, item)
    }

    /// `file:line:column`, which editors and terminals can follow.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

extension SourceLocation: Hashable {
    /// Whether both are the same file, line and column. Through an alias of YAML, several items are at one place.
    public static func == (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.file, left.line, left.column) == (right.file, right.line, right.column)
    }

    /// Hashes file, line and column.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(file)
        hasher.combine(line)
        hasher.combine(column)
    }
}

extension SourceLocation: Comparable {
    /// Whether `left` comes first: by file, then by line, then by column.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.file, left.line ?? 0, left.column ?? 0) < (right.file, right.line ?? 0, right.column ?? 0)
    }
}

extension TextPosition {
    package func location(in file: String, item: [String] = []) -> SourceLocation {
        SourceLocation(file: file, line: line, column: column, item: item)
    }
}
