import EventSupport
import Foundation

/// The values that a client keeps in small files beside its store: the install id and the user's decision. They outlive
/// a store file that cannot be used. A store in memory or of the app's own has no such files.
struct ClientSidecar: Sendable {
    private let installIDFile: SidecarFile?
    private let consentFile: SidecarFile?
    /// The record with the decision that this process has made or adopted last; `nil` before the first one.
    ///
    /// A lock, since the core and `set(consent:)` both change the record: the call keeps a decision while the core may
    /// wait for a store that does not respond. It is held while the file is read and changed, so that no change is lost
    /// and none is adopted twice. That takes 100 ms and one write at most.
    private let known = Locked<ConsentRecord?>(nil)

    init(beside location: StoreLocation) {
        let url = location.fileURL()
        installIDFile = url.map {
            SidecarFile(beside: $0, SidecarFile.installIDExtension, isValid: InstallID.isValid)
        }
        consentFile = url.map { ConsentRecord.file(beside: $0) }
    }

    /// The install id in the file; `nil` when there is no file, or no valid id in it.
    var installID: String? { installIDFile?.read() }

    func keep(installID: String, _ diagnostics: Diagnostics) {
        diagnostics.attempt("keeping the install id beside the store") { try installIDFile?.write(installID) }
    }

    // MARK: - Consent

    /// The last decision of the user, and what of a refusal is left to do.
    var consent: ConsentRecord { ConsentRecord(in: consentFile) }

    /// The record, whose decision this process adopts, and the one that it knew before; `nil` at the first time.
    func adoptConsent() -> (before: ConsentRecord?, now: ConsentRecord) {
        known.withLock { [consentFile] known in
            let before = known
            var now = ConsentRecord(in: consentFile)
            now.refusals = max(now.refusals, before?.refusals ?? 0)  // somebody may have removed the file
            known = now
            return (before, now)
        }
    }

    /// Learns the record as it is when the client is created, unless it is known: a later refusal covers what this
    /// client has got by then.
    func learnConsent() {
        guard let consentFile else { return }
        known.withLock { $0 = $0 ?? ConsentRecord(in: consentFile) }
    }

    /// Whether the record is known.
    var knowsConsent: Bool { known.withLock { $0 != nil } }

    /// Whether there is a file for the decision.
    var keepsConsent: Bool { consentFile != nil }

    /// Changes the record of the consent, one process at a time; does nothing without a file. Folder and file are
    /// created where they are missing, so that a later decision can be written on a full disk.
    ///
    /// - Returns: the record after the change.
    /// - Throws: Foundation's error when the record cannot be written.
    @discardableResult
    func changeConsent(_ change: @Sendable (inout ConsentRecord) -> Void) throws -> ConsentRecord {
        guard let consentFile else { return ConsentRecord() }
        return try known.withLock { known in
            var (before, record) = (ConsentRecord(), ConsentRecord())
            try consentFile.change { text in
                before = text.flatMap { ConsentRecord($0) } ?? ConsentRecord()
                record = before
                // The number does not fall where somebody has removed the file.
                record.refusals = max(record.refusals, known?.refusals ?? 0)
                change(&record)
                return record.text
            }
            // A decision or a refusal of another process that is found here is still to be adopted.
            var next = record
            if before.decision == record.decision { next.decision = (known ?? record).decision }
            if before.refusals == record.refusals { next.refusals = (known ?? record).refusals }
            known = next
            return record
        }
    }
}

extension ConsentRecord {
    /// The record in a file; an empty one if there is none that is valid.
    fileprivate init(in file: SidecarFile?) { self = file?.read().flatMap { Self($0) } ?? Self() }
}
