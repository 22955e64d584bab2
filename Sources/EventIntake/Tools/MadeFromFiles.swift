import EventSupport

/// A value that is made from files when it is asked for, and made anew when it is asked for after they have changed.
final class MadeFromFiles<Value: Sendable>: Sendable {
    private struct Made {
        let value: Value
        let files: Fingerprint
    }
    private let made = Locked<Made?>(nil)
    private let work: WorkQueue
    private let paths: @Sendable () -> [String]
    private let make: @Sendable () -> Value

    /// - Parameters:
    ///   - label: the name of the thread that makes the value, one at a time.
    ///   - paths: the files and folders that the value depends on.
    ///   - make: makes the value; may take long.
    init(_ label: String, paths: @escaping @Sendable () -> [String], _ make: @escaping @Sendable () -> Value) {
        work = WorkQueue(label)
        (self.paths, self.make) = (paths, make)
    }

    /// The value of the files as they are now.
    var current: Value {
        get async {
            await work.run { [self] in
                // Taken first, so that an edit during the making is a change.
                let files = Fingerprint(of: paths())
                if let made = made.withLock(\.self), made.files == files { return made.value }
                let value = make()
                made.withLock { $0 = Made(value: value, files: files) }
                return value
            }
        }
    }
}
