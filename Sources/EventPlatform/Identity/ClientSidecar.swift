import EventSupport
import Foundation

/// The values that a client keeps in small files beside its store: the install id and the user's decision. They outlive
/// a store file that cannot be used. A store in memory or of the app's own has no such files.
struct ClientSidecar: Sendable {
    private let installIDFile: SidecarFile?
    private let consentFile: SidecarFile?
    /// Held while the record of the consent is changed, so that no change is lost.
    private let changes = Locked(())
    /// The record with the decision that this process has made or adopted last.
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
    var consent: ConsentRecord { consentFile?.read().flatMap { ConsentRecord($0) } ?? ConsentRecord() }

    /// The record, whose decision this process adopts, and the one that it knew before; `nil` at the first time.
    func adoptConsent() -> (before: ConsentRecord?, now: ConsentRecord) {
        let now = consent
        return known.withLock { known in
            let before = known
            known = now
            known?.refusals = max(now.refusals, before?.refusals ?? 0)  // somebody may have removed the file
            return (before, known ?? now)
        }
    }

    /// Learns the record as it is when the client is created, unless it is known: a later refusal covers what this
    /// client has got by then.
    func learnConsent() {
        guard keepsConsent else { return }
        let now = consent
        known.withLock { $0 = $0 ?? now }
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
        return try changes.withLock { [known] _ in
            var (before, record) = (ConsentRecord(), ConsentRecord())
            try consentFile.change { text in
                before = text.flatMap { ConsentRecord($0) } ?? ConsentRecord()
                record = before
                // The number does not fall where somebody has removed the file.
                record.refusals = max(record.refusals, known.withLock { $0?.refusals ?? 0 })
                change(&record)
                return record.text
            }
            known.withLock { [before, record] known in
                let isOwn = before.decision != record.decision
                // A decision or a refusal of another process that is found here is still to be adopted.
                let decision = isOwn ? record.decision : (known ?? record).decision
                let refusals = before.refusals != record.refusals ? record.refusals : (known ?? record).refusals
                known = record
                known?.decision = decision
                known?.refusals = refusals
            }
            return record
        }
    }
}
