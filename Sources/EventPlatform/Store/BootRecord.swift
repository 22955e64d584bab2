/// When the boots began in which events were stored, as far as it is known. Saved in the store.
///
/// A wall clock may be wrong: at 1970 without a battery, or set by hand. So a boot's begin is known only if a server's
/// `Date` has confirmed the wall clock in it. The age of an event of another boot is unknown: it counts from the moment
/// when a clock was first right.
package struct BootRecord: Sendable, Hashable, Codable {
    private struct Boot: Sendable, Hashable, Codable {
        /// When it began; `nil` if its clock was not confirmed.
        var begin: Timestamp?
        /// When a clock was first confirmed after it; `nil` while none was.
        var rightAt: Timestamp?

        var order: Int64 { (begin ?? rightAt)?.milliseconds ?? .max }
    }
    private var boots: [String: Boot] = [:]

    package static let name = "boots"
    /// The largest difference between a server's clock and the wall clock at which the server confirms the wall clock.
    private static let agreement: Duration = .seconds(3600)
    /// The maximum number of earlier boots. Of more, those whose events are the youngest are kept.
    private static let capacity = 100

    package init() {}

    /// The record in a store; an empty one if there is none.
    package init(from store: any EventStore) throws {
        self = try store.value(BootRecord.self, named: Self.name) ?? BootRecord()
    }

    package func save(in store: any EventStore) throws {
        var transaction = StoreTransaction()
        try transaction.set(self, for: Self.name)
        _ = try store.commit(transaction)
    }

    /// The present, by a clock that was confirmed in the running boot; `nil` if none was.
    private func present(_ time: StorageTime) -> Timestamp? {
        boots[time.bootID]?.begin?.advanced(by: .milliseconds(time.millisecondsSinceBoot))
    }

    /// Whether the clock was confirmed in the running boot.
    package func isConfirmed(at time: StorageTime) -> Bool { present(time) != nil }

    // MARK: - Changes

    /// Takes note of the boots in which stored events have arrived, and forgets all others but the running one.
    package mutating func note(_ stored: some Sequence<String>, at time: StorageTime) {
        let (stored, present) = (Set(stored), present(time))
        boots = boots.filter { stored.contains($0.key) || $0.key == time.bootID }
        for id in stored where boots[id] == nil { boots[id] = Boot(rightAt: present) }
        guard boots.count > Self.capacity else { return }
        let oldest = boots.filter { $0.key != time.bootID }.sorted {
            ($0.value.order, $0.key) < ($1.value.order, $1.key)
        }
        for (id, _) in oldest.prefix(boots.count - Self.capacity) { boots[id] = nil }
    }

    /// A server's `Date` has arrived. If the wall clock agrees with it, the begin of the running boot is known, and the
    /// age of what is of unknown boots counts from now.
    ///
    /// - Parameters:
    ///   - date: the `Date` of the server's response.
    ///   - time: the present.
    /// - Returns: whether the record has changed.
    package mutating func confirm(by date: Timestamp, at time: StorageTime) -> Bool {
        guard !isConfirmed(at: time), date.advanced(by: .zero - Self.agreement) <= time.wall,
            time.wall <= date.advanced(by: Self.agreement)
        else { return false }
        for (id, boot) in boots where boot.begin == nil && boot.rightAt == nil { boots[id]?.rightAt = time.wall }
        boots[time.bootID] = Boot(begin: time.wall.advanced(by: .milliseconds(-time.millisecondsSinceBoot)))
        return true
    }

    // MARK: - Age

    /// The times before which events are too old. Those of earlier boots are not, until a clock is right in this one.
    ///
    /// - Parameters:
    ///   - time: the present.
    ///   - maximumAge: how long an event may be stored. The platform's own clients have 30 days.
    /// - Returns: the limit.
    package func limit(at time: StorageTime, maximumAge: Duration) -> AgeLimit {
        let age = Duration.zero - maximumAge.bounded
        let oldest = present(time)?.advanced(by: age)
        var earlier: [String: Int64] = [:]
        for (id, boot) in boots where id != time.bootID {
            guard let oldest else { break }
            if let begin = boot.begin {
                earlier[id] = oldest.milliseconds.subtractingReportingOverflow(begin.milliseconds).partialValue
            } else if let right = boot.rightAt, right < oldest {
                earlier[id] = .max
            }
        }
        return AgeLimit(
            bootID: time.bootID, millisecondsSinceBoot: time.advanced(by: age).millisecondsSinceBoot,
            earlierBoots: earlier, wallTime: nil)
    }
}
