import EventSupport
public import EventPlatform

/// Checks that a custom store behaves as a client requires.
///
/// Random operations run against the store and against a simple reference. Where the two differ, the sequence is
/// shortened to the operations that matter:
///
/// ```swift
/// let compatibility = EventStoreCompatibility { name, settings in try MyEventStore(named: name, settings: settings) }
/// let failures = compatibility.failures(sequences: 100)
/// ```
///
/// A commit may fail, as on a full disk. If it throws anything but ``EventPlatform/StoreError/Code/unwritable``, the
/// checks compare the store, in which nothing of the change may be, and commit the change again, up to three times. So
/// a store whose disk is full now and then passes. To check that, let `open` return a store that throws from every
/// third write of its file.
public struct EventStoreCompatibility: Sendable {
    private let isDurable: Bool
    private let open: @Sendable (_ name: String, _ settings: StoreSettings) throws -> any EventStore

    /// Creates the checks.
    ///
    /// - Parameters:
    ///   - isDurable: whether a store that is closed and opened again with the same name still has its events. The
    ///     default is true.
    ///   - open: opens the store with a name; a new name means an empty store. The store must keep the limits in the
    ///     settings.
    public init(
        isDurable: Bool = true,
        open: @escaping @Sendable (_ name: String, _ settings: StoreSettings) throws -> any EventStore
    ) {
        self.isDurable = isDurable
        self.open = open
    }

    /// Runs random sequences of operations.
    ///
    /// - Parameters:
    ///   - sequences: the number of sequences, each with its own store. The default is 50.
    ///   - length: the number of operations in a sequence. The default is 60.
    ///   - seed: the seed of the random numbers: the same seed gives the same sequences. The default is 1.
    /// - Returns: for each sequence that failed, its seed, its shortest form and the difference; empty when the store
    ///   passed.
    public func failures(sequences: Int = 50, length: Int = 60, seed: UInt64 = 1) -> [String] {
        (0..<UInt64(max(0, sequences))).compactMap { number in
            var random = SeededGenerator(seed: seed &+ number)
            let operations = (1...max(1, length)).map {
                StoreOperation.random($0, isDurable: isDurable, using: &random)
            }
            var settings = StoreSettings()
            settings.maximumEvents = Int.random(in: 5...40, using: &random)
            settings.maximumBytes = Int.random(in: 300...4000, using: &random)
            guard let first = difference(operations, settings, "\(seed &+ number)") else { return nil }
            let shortest = shrink(operations, settings, "\(seed &+ number)")
            let difference =
                difference(shortest, settings, "\(seed &+ number) shortest")
                ?? "the shortened sequence did not fail again; the whole sequence failed with: \(first)"
            return "seed \(seed &+ number), \(settings.maximumEvents) events, \(settings.maximumBytes) bytes: "
                + shortest.map(\.description).joined(separator: "; ") + " → " + difference
        }
    }

    /// What goes wrong when a new store is taken through the operations; `nil` when nothing does.
    private func difference(_ operations: [StoreOperation], _ settings: StoreSettings, _ name: String) -> String? {
        do {
            var run = try StoreRun(settings: settings, isDurable: isDurable) { try open(name, settings) }
            for operation in operations { try run.perform(operation) }
            try run.close()
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// The operations that matter; each try has a store of its own.
    private func shrink(
        _ operations: [StoreOperation], _ settings: StoreSettings, _ name: String
    ) -> [StoreOperation] {
        var attempt = 0
        return operations.shortest { candidate in
            attempt += 1
            return difference(candidate, settings, "\(name) shorter \(attempt)") != nil
        }
    }
}
