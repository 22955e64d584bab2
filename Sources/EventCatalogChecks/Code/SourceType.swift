/// A type that a line of Swift begins to declare or to extend.
struct SourceType {
    /// The name of the type without those around it, where the line extends it: `Stream` of
    /// `extension EventPlatformClient.Stream {`. `nil` where the line declares a type.
    let extended: String?

    /// `nil` for a line that begins no type.
    init?(onLine bytes: ArraySlice<UInt8>) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let words = line.split(maxSplits: Self.maximumWords) { Self.separators.contains($0) }.lazy
            .map { String(decoding: $0, as: UTF8.self) }
        guard let keyword = words.prefix(Self.maximumWords - 1).firstIndex(where: { !Self.modifiers.contains($0) }),
            Self.keywords.contains(words[keyword]), keyword + 1 < words.count
        else { return nil }
        let name = words[keyword + 1].split(separator: ".").last.map(String.init)
        extended = words[keyword] == "extension" ? name : nil
    }

    /// The words of a line that are read: modifiers, the keyword and the name.
    private static let maximumWords = 5
    private static let separators = Set(" \t\r:{<".utf8)
    private static let keywords: Set = ["extension", "struct", "enum", "class", "actor", "protocol"]
    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private", "final", "indirect",
    ]
}
