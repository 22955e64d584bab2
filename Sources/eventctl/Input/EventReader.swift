/// Reads events from a file or a pipe, one after the other: JSON objects, each on one line or over several.
struct EventReader {
    /// What stands where an event should.
    enum Item {
        /// The text of an event, as far as its brackets say; it may not be JSON.
        case event([UInt8])
        /// Why there is no event, as words that follow the place.
        case refused(String)
    }

    private let file: InputFile
    private var lines: LineReader
    /// A line that was read to see whether the event before it continues.
    private var ahead: LineReader.Line?
    private var isAtStart = true
    private var isAtEnd = false

    /// The number of lines that were read, the blank ones included.
    private(set) var linesRead = 0
    /// The number of the line on which the last item begins.
    private(set) var line = 0

    /// Opens a file of events.
    init(_ file: InputFile) throws {
        self.file = file
        lines = try LineReader(file)
    }

    /// The next event; `nil` at the end.
    mutating func next() throws -> Item? {
        while !isAtEnd, let read = try nextLine() {
            if read.isBlank { continue }
            line = linesRead
            defer { isAtStart = false }
            guard case .text(let text) = read else { return Self.tooLong }
            if isAtStart, let form = refusal(ofFileBeginning: text) {
                isAtEnd = true
                return .refused(form)
            }
            return try item(beginning: text)
        }
        return nil
    }

    /// Closes the file.
    func close() { lines.close() }

    private static let tooLong = Item.refused("longer than \(LineReader.maximumBytes) bytes")

    private mutating func nextLine() throws -> LineReader.Line? {
        let line = try ahead ?? lines.next()
        ahead = nil
        if line != nil { linesRead += 1 }
        return line
    }

    /// Why nothing in the file can be read: what is wrong with all of it is said once, not for each line.
    private func refusal(ofFileBeginning text: [UInt8]) -> String? {
        if let form = InputFile.unreadableForm(ofTextBeginning: text) { return form }
        let content = text.drop { $0 == UInt8(ascii: " ") || $0 >= 0x80 }  // a byte order mark
        guard content.first == UInt8(ascii: "["), OpenBrackets(in: text).isOpen else { return nil }
        return "a list over several lines, where events are separate objects; “jq -c '.[]' \(file.name)” writes them so"
    }

    /// The event that begins with a line: with the lines that follow, as long as a bracket is open. An object without
    /// indentation begins another event.
    private mutating func item(beginning text: [UInt8]) throws -> Item {
        var (text, brackets) = (text, OpenBrackets(in: text))
        while brackets.isOpen, let next = try nextLine() {
            guard case .text(let more) = next, more.first != UInt8(ascii: "{") else {
                (ahead, linesRead) = (next, linesRead - 1)
                break
            }
            text += [UInt8(ascii: "\n")] + more
            guard text.count <= LineReader.maximumBytes else { return Self.tooLong }
            brackets.read(more)
        }
        return .event(text)
    }
}

/// The brackets of JSON that a text leaves open.
private struct OpenBrackets {
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    init(in text: [UInt8]) { read(text) }

    /// Whether the next line belongs to the same value. A string ends on its line.
    var isOpen: Bool { depth > 0 && !isInString }

    mutating func read(_ text: [UInt8]) {
        for byte in text {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = isInString
            case UInt8(ascii: "\""): isInString.toggle()
            case _ where isInString: break
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
    }
}
