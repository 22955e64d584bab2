/// A line of a patch as it is, unless it could be taken for a command of GitHub's workflows or of a terminal: with
/// control characters other than tabs and the carriage return at its end, it is written as ``PlainLine`` has it.
struct PatchLine {
    let text: String

    init(_ text: String) {
        let body = text.unicodeScalars.last == "\r" ? text.unicodeScalars.dropLast() : text.unicodeScalars[...]
        let plain = PlainLine(String(body)).text
        let isCommand = plain.hasPrefix("\\::")
        let hasControls = body.contains { ($0.value < 0x20 && $0 != "\t") || $0.value == 0x7F }
        self.text = isCommand || hasControls ? plain : text
    }
}

extension Output {
    /// Writes a line of a patch to standard output.
    ///
    /// - Throws: ``OutputError``.
    static func line(_ line: PatchLine) throws { try self.line(bytes: Array(line.text.utf8)) }
}
