/// The limits of a store, what its events survive, and how its file is protected.
///
/// They apply to the library's stores. The limits may be lowered between two runs of an app: what exceeds them is
/// evicted by up to ``StoreTransaction/maximumEvictions`` events for each transaction.
///
/// ```swift
/// configuration.store.settings.maximumEvents = 10_000
/// configuration.store.settings.maximumBytes = 16 << 20
/// configuration.store.settings.durability = .power
/// ```
public struct StoreSettings: Sendable {
    /// What a committed event survives. The default is ``Durability/process``. Without effect on a store in memory.
    public var durability: Durability = .process
    /// The maximum number of stored events. The default is 100 000; a negative number means 0.
    ///
    /// A transaction that exceeds it is committed, and evicts the events with the lowest ``EventPriority``, within a
    /// priority the oldest; they are counted as ``DropReason/storeFull``. Events that are leased for a request are not
    /// evicted, so the store may exceed the limit while requests are in flight.
    public var maximumEvents = 100_000
    /// The maximum size of all stored events together, in bytes. The default is 64 MiB; a negative number means 0.
    ///
    /// The bodies count as they are stored: as JSON, sealed where there is a ``cipher``. Ids, indexes and the input
    /// buffer's copies do not count, so the file is larger. Beyond the limit events are evicted as for
    /// ``maximumEvents``; an event that alone is larger is dropped as ``DropReason/storeFull`` without evicting others.
    public var maximumBytes = 64 << 20
    /// Encrypts what is stored; `nil`, the default, stores events as JSON. Without effect on a store in memory.
    public var cipher: EventCipher?
    /// When the system allows access to the file, on Apple platforms. The default is
    /// ``FileProtection/untilFirstUnlock``, so that a client that is launched in the background can use its store.
    public var fileProtection: FileProtection = .untilFirstUnlock
    /// Whether backups exclude the file, on Apple platforms. The default is `true`, so that a device that is restored
    /// from the backup of another one does not send that one's events.
    public var isExcludedFromBackup = true

    /// Creates the default settings.
    public init() {}

    /// Whether a store with these totals exceeds a limit.
    func isExceeded(by totals: StoreTotals) -> Bool {
        totals.events > max(0, maximumEvents) || totals.bytes > max(0, maximumBytes)
    }
}

/// How much a store holds.
struct StoreTotals: Sendable, Hashable {
    /// The number of stored events.
    var events = 0
    /// The size of their bodies as they are stored, in bytes.
    var bytes = 0
}

/// What a committed event survives at the least.
public enum Durability: String, Sendable, Hashable, CaseIterable, Codable {
    /// The end of the process at any moment, by any signal. A power failure or a crash of the system may lose the last
    /// transactions; the file stays intact (`synchronous=NORMAL` with a write-ahead log). A commit does not wait for
    /// the disk.
    case process
    /// A power failure and a crash of the system too: each commit waits until the disk has the data
    /// (`synchronous=FULL`, and `F_FULLFSYNC` on Apple platforms).
    case power
}

/// When the system allows access to a file, on Apple platforms. Without effect on Linux.
public enum FileProtection: String, Sendable, Hashable, CaseIterable, Codable {
    /// Always (`FileProtectionType.none`).
    case none
    /// From the first unlock after a boot (`completeUntilFirstUserAuthentication`).
    case untilFirstUnlock
    /// While the device is unlocked (`complete`). While it is locked, a client cannot store events: they wait in
    /// memory.
    case whileUnlocked
}

/// Encrypts what is written to a store file, and decrypts it when it is read.
///
/// The bodies of events and of held submissions are sealed. Ids, names of streams and times are not, since the store
/// looks rows up by them.
///
/// Both closures may be called on several threads at once. A client that has no key yet throws from them: it keeps
/// running, and events that are stored stay.
///
/// ```swift
/// configuration.store.settings.cipher = EventCipher(
///     seal: { bytes in try vault.seal(bytes) },  // such as CryptoKit's ChaChaPoly, with a key from the keychain
///     open: { bytes in try vault.open(bytes) })
/// ```
public struct EventCipher: Sendable {
    /// Encrypts bytes. An event for which it throws is dropped as ``DropReason/unwritable`` when other events of its
    /// transaction can be written; otherwise all wait in memory and are tried again.
    public let seal: @Sendable ([UInt8]) throws -> [UInt8]
    /// Decrypts what ``seal`` returned. An event for which it throws stays in the store, and other events are sent. It
    /// is not called for what was stored without a cipher.
    public let open: @Sendable ([UInt8]) throws -> [UInt8]

    /// Creates a cipher from two closures, of which `open` is the inverse of `seal`.
    public init(
        seal: @escaping @Sendable ([UInt8]) throws -> [UInt8], open: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.seal = seal
        self.open = open
    }

    /// Encrypts bytes for a row.
    ///
    /// - Throws: ``StoreError`` with the code ``StoreError/Code/unwritable``.
    func sealed(_ bytes: [UInt8]) throws(StoreError) -> [UInt8] {
        do { return try seal(bytes) } catch {
            throw StoreError(.unwritable, "the cipher cannot seal an event: \(error)")
        }
    }
}
