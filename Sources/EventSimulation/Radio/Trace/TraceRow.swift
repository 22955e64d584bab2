/// One row of a trace file: its cells, and the values that they have.
struct TraceRow {
    /// What is wrong with a row.
    struct Problem: Error {
        let column: Int
        let text: String
    }

    /// A text between commas.
    struct Cell {
        let text: String
        /// The column of its first character, counted from 1.
        let column: Int
    }

    let cells: [Cell]

    init(_ line: Substring) {
        var column = 1
        cells = line.split(separator: ",", omittingEmptySubsequences: false).map { part in
            defer { column += part.unicodeScalars.count + 1 }
            let blanks = part.prefix { $0.isWhitespace }
            let text = String(part.dropFirst(blanks.count).reversed().drop(while: \.isWhitespace).reversed())
            return Cell(text: text, column: column + blanks.unicodeScalars.count)
        }
    }

    /// A problem with the value of a cell.
    func problem(with cell: Int, _ text: String) -> Problem {
        problem(at: cell, "\(AppTrace.columns[cell]) \(text)")
    }

    /// A problem that shows at a cell.
    func problem(at cell: Int, _ text: String) -> Problem { Problem(column: cells[cell].column, text: text) }

    /// A time in seconds: digits, and at most three decimals.
    func duration(_ cell: Int, _ range: ClosedRange<Duration>) throws(Problem) -> Duration {
        let parts = cells[cell].text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count == 2 ? parts[1] : "0"
        guard let whole = Self.digits(parts[0], atMost: 6), let rest = Self.digits(decimals, atMost: 3),
            case let time = Duration.seconds(whole) + .milliseconds(rest * Self.scale(of: decimals)),
            range.contains(time)
        else {
            let bounds = "\(range.lowerBound.secondsText) to \(range.upperBound.secondsText)"
            throw problem(with: cell, "must be seconds from \(bounds) with at most 3 decimals, such as 12.5")
        }
        return time
    }

    /// A whole number in a range.
    func integer(_ cell: Int, _ range: ClosedRange<Int>) throws(Problem) -> Int {
        guard let number = Self.digits(cells[cell].text, atMost: 10), range.contains(number) else {
            throw problem(with: cell, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// Checks that a cell is empty.
    func requireEmpty(_ cell: Int) throws(Problem) {
        guard cells[cell].text.isEmpty else {
            throw problem(with: cell, "must be empty in a row with \(cells[1].text)")
        }
    }

    /// The number that some ASCII digits are; `nil` for any other text.
    private static func digits(_ text: some StringProtocol, atMost count: Int) -> Int? {
        guard (1...count).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    /// What the decimals count in milliseconds.
    private static func scale(of decimals: some StringProtocol) -> Int {
        switch decimals.utf8.count {
        case 1: 100
        case 2: 10
        default: 1
        }
    }
}
