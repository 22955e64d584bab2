import EventStreams
import EventSupport

/// A value that is made from files when it is asked for, and made anew when it is asked for after they have changed; if
/// it depends on the date, also on another day.
final class MadeFromFiles<Value: Sendable>: Sendable {
    /// What a value is made from.
    private struct Basis: Equatable {
        let files: Fingerprint
        let day: UTCInstant?
    }
    private struct Made {
        let value: Value
        let basis: Basis
    }
    private let made = Locked<Made?>(nil)
    private let work: WorkQueue
    private let paths: @Sendable () -> [String]
    private let day: @Sendable () -> UTCInstant?
    private let make: @Sendable () -> Value

    /// - Parameters:
    ///   - label: the name of the thread that makes the value, one at a time.
    ///   - paths: the files and folders that the value depends on.
    ///   - day: the day of now; `nil` for a value that does not depend on it.
    ///   - make: makes the value; may take long.
    init(
        _ label: String, paths: @escaping @Sendable () -> [String],
        day: @escaping @Sendable () -> UTCInstant? = { nil }, _ make: @escaping @Sendable () -> Value
    ) {
        work = WorkQueue(label)
        (self.paths, self.day, self.make) = (paths, day, make)
    }

    /// The value of the files and the day as they are now.
    var current: Value {
        get async {
            await work.run { [self] in
                // Taken first, so that an edit during the making is a change.
                let basis = Basis(files: Fingerprint(of: paths()), day: day())
                if let made = made.withLock(\.self), made.basis == basis { return made.value }
                let value = make()
                made.withLock { $0 = Made(value: value, basis: basis) }
                return value
            }
        }
    }
}
