import EventStreams

/// One transfer of a HAR file, at a time of the calendar.
struct HARTransfer {
    var at: UTCInstant
    var milliseconds: Double
    var sent: Double
    var received: Double

    /// The transfer as a request of an app, with the time since `begin`, within the limits of a trace.
    func request(from begin: UTCInstant) -> AppTrace.Request {
        let bytes = AppTrace.transferByteRange
        let maximumMilliseconds = 86_400_000.0
        return AppTrace.Request(
            at: at.distance(from: begin),
            duration: .milliseconds(Int(min(max(1, milliseconds.rounded()), maximumMilliseconds))),
            sentBytes: Int(min(max(0, sent), Double(bytes.upperBound))),
            receivedBytes: Int(min(max(0, received), Double(bytes.upperBound))))
    }
}

extension UTCInstant {
    /// The time since an earlier instant, in whole milliseconds.
    func distance(from begin: UTCInstant) -> Duration {
        let (whole, _) = seconds.subtractingReportingOverflow(begin.seconds)
        let rest = (attoseconds - begin.attoseconds) / 1_000_000_000_000_000
        return .seconds(whole) + .milliseconds(rest)
    }

    /// The instant some milliseconds later.
    func advanced(milliseconds: Double) -> UTCInstant {
        UTCInstant(seconds: seconds, attoseconds: attoseconds).adding(Int64(min(max(0, milliseconds), 1e9).rounded()))
    }

    private func adding(_ milliseconds: Int64) -> UTCInstant {
        UTCInstant(
            seconds: seconds + milliseconds / 1000,
            attoseconds: attoseconds + milliseconds % 1000 * 1_000_000_000_000_000)
    }
}
