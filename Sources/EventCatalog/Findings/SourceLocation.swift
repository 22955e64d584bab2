import EventSupport

/// A location in a file. Lines and columns count from 1; columns count Unicode scalars.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
    /// The path of the file, beginning with the folder as the caller spelled it.
    public let file: String
    /// The line; `nil` for the whole file.
    public let line: Int?
    /// The column; `nil` for the whole file.
    public let column: Int?

    /// Creates a location; without line and column, that of the whole file.
    public init(file: String, line: Int? = nil, column: Int? = nil) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `file:line:column`, which editors and terminals can follow.
    public var description: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }
}

extension SourceLocation: Comparable {
    /// Whether `left` comes first: by file, then by line, then by column.
    public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
        (left.file, left.line ?? 0, left.column ?? 0) < (right.file, right.line ?? 0, right.column ?? 0)
    }
}

extension TextPosition {
    func location(in file: String) -> SourceLocation { SourceLocation(file: file, line: line, column: column) }
}
