/// A store in a file, which it can exchange for a new one.
protocol FileReplacing: EventStore {
    /// Drops all events without reading them: the store continues in a new file, and no byte of an event is left in the
    /// old one. The account of the old file and its values stay.
    ///
    /// - Parameters:
    ///   - reason: the reason for which the events are counted as dropped.
    ///   - countsHeld: whether held submissions are counted as dropped too. If not, the client counts them.
    /// - Returns: what was dropped.
    /// - Throws: any error when the file is not replaced.
    func replaceFile(dropping reason: DropReason, countsHeld: Bool) throws -> Ledger

    /// Whether the user has declined in another client, and this one has yet to remove what it has.
    var isRefusedElsewhere: Bool { get }

    /// Whether the file is of before a refusal that was carried out, as one that somebody has put back.
    var isOfBeforeRefusal: Bool { get }

    /// The number of refusals before the events that the file gets now.
    var refusals: Int64 { get }

    /// Whether the file that the store has open is the one at its path.
    var isInPlace: Bool { get }

    /// The ids of the boots in which the stored events have arrived.
    func boots() throws -> [String]

    /// Becomes the owner of the store file if the store is a spool beside it, and its owner has ended.
    func becomeOwnerIfPossible()
}

extension FileReplacing {
    /// The owner of a store file finds a refusal in the record of the consent, before it is carried out.
    var isRefusedElsewhere: Bool { false }
    /// Nothing is added to a spool of before a refusal, and it is replaced.
    var isOfBeforeRefusal: Bool { false }
    /// The number is known by the record of the consent.
    var refusals: Int64 { 0 }
    /// Most stores own their file.
    func becomeOwnerIfPossible() {}
}
