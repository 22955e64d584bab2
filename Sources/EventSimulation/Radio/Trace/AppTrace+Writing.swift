import EventPlatform

extension AppTrace {
    /// The columns of a trace file.
    static let columns = ["at", "what", "seconds", "sent", "received"]

    /// The trace as the text of a file, which ``init(file:name:)`` reads back.
    ///
    /// - Parameter comment: lines for the head of the file.
    /// - Returns: the lines, each with its end.
    package func text(comment: [String] = []) -> String {
        let rows =
            requests.map { request in
                let transfer = "\(request.duration.secondsText),\(request.sentBytes),\(request.receivedBytes)"
                return (at: request.at, text: "\(request.at.secondsText),request,\(transfer)")
            } + events.map { (at: $0.at, text: "\($0.at.secondsText),event,,\($0.bytes),") }
        let sorted = rows.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        let lines =
            comment.map { "# \($0)" } + [Self.columns.joined(separator: ",")] + sorted.map(\.element.text)
            + (end > earliestEnd ? ["\(end.secondsText),end,,,"] : [])
        return lines.map { $0 + "\n" }.joined()
    }
}

extension Duration {
    /// The duration in seconds, with as many of three decimals as it needs.
    var secondsText: String {
        let (whole, rest) = wholeMilliseconds.quotientAndRemainder(dividingBy: 1000)
        if rest == 0 { return "\(whole)" }
        var decimals = String(String(1000 + rest).dropFirst())
        while decimals.last == "0" { decimals.removeLast() }
        return "\(whole).\(decimals)"
    }
}
