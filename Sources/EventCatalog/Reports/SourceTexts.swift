/// The lines of files that have findings. Each file is read once.
struct SourceTexts {
    private var texts: [String: SourceText?] = [:]

    /// The line of a location; `nil` when it names no line or the file cannot be read.
    mutating func line(at location: SourceLocation) -> String? {
        guard let line = location.line else { return nil }
        return text(of: location.file)?.lines[line]
    }

    private mutating func text(of file: String) -> SourceText? {
        if let known = texts[file] { return known }
        let text: SourceText?
        do { text = try SourceText(file: file) } catch { text = nil }
        texts[file] = .some(text)
        return text
    }
}
