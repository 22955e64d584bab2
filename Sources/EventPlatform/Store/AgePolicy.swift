/// When a stored event is too old to be sent. Pure.
struct AgePolicy: Sendable, Hashable {
    /// Events older than this are pruned. The default is 30 days, as in the platform's own clients.
    var maximumAge: Duration = .seconds(30 * 86_400)

    /// How far past the newest event the wall clock may stand and still be believed.
    static let plausibleLeap: Duration = .seconds(90 * 86_400)

    /// Events stored before the returned moment are too old; `nil` when none is, or when the wall clock cannot be
    /// believed: it stands before the newest event, or more than 90 days past it.
    func limit(now: Timestamp, stored: ClosedRange<Timestamp>) -> Timestamp? {
        guard now >= stored.upperBound, now <= stored.upperBound.advanced(by: Self.plausibleLeap) else { return nil }
        let limit = now.advanced(by: .zero - maximumAge)
        return stored.lowerBound < limit ? limit : nil
    }
}
