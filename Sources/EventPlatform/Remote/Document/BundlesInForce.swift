import EventSchema

/// The bundles of documents that are in force, as they were received, by their namespaces. Pure.
///
/// They outlive the process, so that a bundle for which the file has no room is not put into force at all: a process
/// would otherwise end with a configuration that the next one does not have.
struct BundlesInForce: Sendable {
    private struct Entry: Sendable {
        let source: JSONValue
        /// Whether the bundle has a client. Otherwise it says that the namespace is removed.
        let isActive: Bool
        /// The size as JSON text.
        let bytes: Int

        init(_ source: JSONValue, isActive: Bool) {
            (self.source, self.isActive) = (source, isActive)
            bytes = source.jsonBytes.count
        }
    }
    private var entries: [String: Entry] = [:]

    /// The maximum size of all bundles as JSON text: that of four documents of the maximum size.
    static let maximumBytes = 4 * RemoteConfiguration.maximumBytes

    init() {}

    /// The bundles that an earlier process has kept.
    init(_ bundles: [ReceivedBundle]) {
        for received in bundles {
            entries[received.bundle.namespace] = Entry(.object(received.source), isActive: received.bundle.isActive)
        }
    }

    /// The bundles as they were received, by their namespaces.
    var sources: [String: JSONValue] { entries.mapValues(\.source) }

    /// Takes over the bundles of a document, removals first, since they make room.
    ///
    /// A removal always has room. Where room is short, removals of namespaces that neither the document nor code names
    /// give way: only a later document or later code can bring these namespaces back. `ofCode` are those that code
    /// names.
    ///
    /// - Returns: the bundles to put into force, in the order of the document, and what there is no room for.
    mutating func take(
        _ document: RemoteDocument, ofCode: Set<String>
    ) -> (bundles: [ConfigurationBundle], issues: [RemoteIssue]) {
        let named = ofCode.union(document.bundles.map(\.namespace))
        let before = entries.count { !$0.value.isActive && !named.contains($0.key) }
        for bundle in document.bundles where !bundle.isActive {
            put(Entry(["namespace": .string(bundle.namespace)], isActive: false), bundle.namespace, keeping: named)
        }
        var issues: [RemoteIssue] = []
        let bundles = document.bundles.filter { bundle in
            guard bundle.isActive, let source = document.sources[bundle.namespace] else { return true }
            if put(Entry(source, isActive: true), bundle.namespace, keeping: named) { return true }
            issues.append(Self.noRoom(for: bundle.namespace))
            return false
        }
        let forgotten = before - entries.count { !$0.value.isActive && !named.contains($0.key) }
        if forgotten > 0 { issues.append(Self.forgotten(forgotten)) }
        return (bundles, issues)
    }

    /// - Returns: whether there is room.
    @discardableResult
    private mutating func put(_ entry: Entry, _ namespace: String, keeping named: Set<String>) -> Bool {
        var next = entries
        next[namespace] = entry
        if !Self.fits(next) { next = next.filter { $0.value.isActive || named.contains($0.key) } }
        guard Self.fits(next) || !entry.isActive else { return false }
        entries = next
        return true
    }

    private static func fits(_ entries: [String: Entry]) -> Bool {
        entries.values.reduce(0) { $0 + $1.bytes + 1 } <= maximumBytes
    }

    private static func noRoom(for namespace: String) -> RemoteIssue {
        RemoteIssue(
            path: "configurationBundle",
            message: "the bundle of “\(namespace)” is not used: the bundles in force may have \(maximumBytes) bytes "
                + "together; remove namespaces that are not needed, or shorten their settings")
    }

    private static func forgotten(_ count: Int) -> RemoteIssue {
        RemoteIssue(
            path: "configurationBundle",
            message: "\(count) removed namespaces are not kept as removed any longer, to make room; code that names "
                + "one of them brings it back")
    }
}
