extension AppTrace {
    /// Reads a trace file.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: the name of the file in findings and reports.
    /// - Throws: ``InputFindings``.
    package init(file bytes: [UInt8], name: String) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw InputFindings("\(name): The trace is not UTF-8 text; save it as UTF-8")
        }
        var reader = TraceReader(file: name)
        reader.read(text)
        if let findings = InputFindings(reader.findings) { throw findings }
        self.init(name: name, requests: reader.requests, events: reader.events, end: reader.last)
    }
}

/// Reads the lines of a trace file, and collects what is wrong with each.
private struct TraceReader {
    let file: String
    private(set) var requests: [AppTrace.Request] = []
    private(set) var events: [AppTrace.Event] = []
    /// The time of the last row.
    private(set) var last: Duration = .zero
    private(set) var findings: [String] = []
    private var line = 0
    private var hasHeader = false
    private var hasEnd = false
    private var eventBytes = 0

    init(file: String) { self.file = file }

    mutating func read(_ text: String) {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        for content in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            line += 1
            if content.allSatisfy(\.isWhitespace) || content.first == "#" { continue }
            let row = TraceRow(content)
            guard hasHeader else {
                hasHeader = row.cells.map(\.text) == AppTrace.columns
                if hasHeader { continue } else { break }
            }
            do { try add(row) } catch { addFinding(error.column, error.text) }
            if findings.count > InputFindings.limit { return }
            guard requests.count + events.count <= AppTrace.maximumRows else {
                return addFinding(1, "a trace has at most \(AppTrace.maximumRows) requests and events; split it")
            }
        }
        if !hasHeader { addFinding(1, "a trace begins with the line \(AppTrace.columns.joined(separator: ","))") }
    }

    private mutating func add(_ row: TraceRow) throws(TraceRow.Problem) {
        let columns = AppTrace.columns.count
        guard row.cells.count == columns else {
            throw row.problem(at: 0, "a row has \(columns) values, and this one has \(row.cells.count)")
        }
        if hasEnd { throw row.problem(at: 0, "nothing follows the row with end; move this one above it") }
        let at = try row.duration(0, AppTrace.timeRange)
        guard at >= last else {
            throw row.problem(with: 0, "is before the \(last.secondsText) of the row above; sort the rows by time")
        }
        last = at
        switch row.cells[1].text {
        case "request": try addRequest(row, at: at)
        case "event": try addEvent(row, at: at)
        case "end":
            for column in 2...4 { try row.requireEmpty(column) }
            hasEnd = true
        default: throw row.problem(with: 1, "must be request, event or end")
        }
    }

    private mutating func addRequest(_ row: TraceRow, at: Duration) throws(TraceRow.Problem) {
        requests.append(
            AppTrace.Request(
                at: at, duration: try row.duration(2, AppTrace.timeRange),
                sentBytes: try row.integer(3, AppTrace.transferByteRange),
                receivedBytes: try row.integer(4, AppTrace.transferByteRange)))
    }

    private mutating func addEvent(_ row: TraceRow, at: Duration) throws(TraceRow.Problem) {
        try row.requireEmpty(2)
        let bytes = try row.integer(3, AppTrace.eventByteRange)
        try row.requireEmpty(4)
        eventBytes += bytes
        guard eventBytes <= AppTrace.maximumEventBytes else {
            let maximum = AppTrace.maximumEventBytes
            throw row.problem(at: 3, "the events have more than \(maximum) bytes in sum; split the trace")
        }
        events.append(AppTrace.Event(at: at, bytes: bytes))
    }

    private mutating func addFinding(_ column: Int, _ problem: String) {
        findings.append("\(file):\(max(1, line)):\(column): \(problem)")
    }
}
