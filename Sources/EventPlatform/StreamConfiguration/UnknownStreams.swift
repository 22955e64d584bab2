import EventStreams
import EventSupport

/// The names that submit calls have used and that no stream configuration has. Each is reported once. A part of the
/// `CallerState`.
struct UnknownStreams: Sendable {
    private var recorded: Set<String> = []
    private var unreported: [String] = []

    /// The maximum number of names that are reported, since a call may name any.
    static let capacity = 256

    /// Records a name, for the next ``takeUnreported()``.
    ///
    /// - Returns: whether it is new.
    mutating func record(_ name: String) -> Bool {
        guard recorded.count < Self.capacity, recorded.insert(name).inserted else { return false }
        unreported.append(name)
        return true
    }

    /// Returns the names recorded since the last call.
    mutating func takeUnreported() -> [String] {
        if unreported.isEmpty { return [] }
        defer { unreported = [] }
        return unreported
    }
}

extension StreamConfigurations {
    /// Reports names that no stream configuration has, each with the known name that is nearest to it.
    func report(unknown names: [String], to diagnostics: Diagnostics) {
        for name in names {
            diagnostics.report(
                .misuse, "no stream configuration has “\(name)”, so its events are dropped\(hint(for: name))")
        }
    }

    /// The known name that was probably meant, as the end of a sentence; empty when none is near.
    func hint(for name: String) -> String {
        names.filter { !$0.hasPrefix("/") }.nearest(to: name).map { "; did you mean “\($0)”?" } ?? ""
    }
}
