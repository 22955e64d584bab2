/// How much a store keeps, and how safely.
public struct StoreSettings: Sendable {
    /// What a committed event survives. The default is ``Durability/process``.
    public var durability: Durability = .process
    /// The most events that wait; beyond it the least important and oldest are dropped as ``DropReason/storeFull``. The
    /// default is 100 000.
    public var maximumEvents = 100_000
    /// The most bytes of waiting events, as they are stored: as JSON, sealed where there is a ``cipher``; beyond it events
    /// are dropped as ``DropReason/storeFull``. The default is 64 MiB. The file is somewhat larger.
    public var maximumBytes = 64 << 20
    /// Seals what is stored and opens it again; `nil`, the default, stores events as they are.
    public var cipher: EventCipher?
    /// When the system lets the file be read, on Apple's systems. The default is
    /// ``FileProtection/untilFirstUnlock``, so that a client that is started in the background finds its events.
    public var fileProtection: FileProtection = .untilFirstUnlock
    /// Whether backups of the device leave the file out, on Apple's systems. The default is true: events of a device
    /// must not be sent by another one that was restored from it.
    public var isExcludedFromBackup = true

    /// Creates the default settings.
    public init() {}

    /// Whether so much is too much.
    func isExceeded(by totals: StoreTotals) -> Bool {
        totals.events > max(0, maximumEvents) || totals.bytes > max(0, maximumBytes)
    }
}

/// How much a store holds.
struct StoreTotals: Sendable, Hashable {
    /// How many events wait.
    var events = 0
    /// The bytes of their bodies, as they are stored.
    var bytes = 0
}

/// What a committed event survives.
public enum Durability: String, Sendable, Hashable, CaseIterable, Codable {
    /// The end of the process at any moment, by any signal. A power failure or a crash of the system may cost the last
    /// transactions, never the file (`synchronous=NORMAL` with a write-ahead log).
    case process
    /// A power failure too: every commit waits until the disk has it (`synchronous=FULL`, and `F_FULLFSYNC` on Apple's
    /// systems).
    case power
}

/// When the system lets a file be read. Only Apple's systems know this.
public enum FileProtection: String, Sendable, Hashable, CaseIterable, Codable {
    /// Always.
    case none
    /// From the first unlock after the device was started.
    case untilFirstUnlock
    /// While the device is unlocked. A client that runs in the background cannot store events then.
    case whileUnlocked
}

/// Seals what is written to a store file and opens it again: the hook for encryption.
///
/// The bodies of events and of held submissions are sealed; their ids, streams and times are not, since the store finds
/// its way by them.
public struct EventCipher: Sendable {
    /// Seals bytes.
    public let seal: @Sendable ([UInt8]) throws -> [UInt8]
    /// Opens what `seal` has made. An event that cannot be opened stays where it is.
    public let open: @Sendable ([UInt8]) throws -> [UInt8]

    /// Creates a cipher from two closures that are each other's inverse.
    public init(
        seal: @escaping @Sendable ([UInt8]) throws -> [UInt8], open: @escaping @Sendable ([UInt8]) throws -> [UInt8]
    ) {
        self.seal = seal
        self.open = open
    }
}
