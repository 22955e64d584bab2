import Foundation

/// The id of an installation: a UUID, as the platform's schemas ask for it.
enum InstallID {
    /// The name of the store's value.
    static let name = "app_install_id"

    /// Whether the text has the form of an install id.
    static func isValid(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }
}

/// What a client keeps in small files beside its store: the install id and the user's consent. They outlive a store
/// that has to be set aside. A store in memory or of the app's own has no such files.
struct ClientSidecar: Sendable {
    private let installIDFile: SidecarFile?
    private let consentFile: SidecarFile?

    init(beside location: StoreLocation) {
        let url = location.fileURL()
        installIDFile = url.map {
            SidecarFile(beside: $0, SidecarFile.installIDExtension, isValid: InstallID.isValid)
        }
        consentFile = url.map {
            SidecarFile(beside: $0, SidecarFile.consentExtension) { Consent(rawValue: $0) != nil }
        }
    }

    /// The install id that was kept; otherwise `nil`, or the file has something else.
    var installID: String? { installIDFile?.read() }

    /// The last choice of the user; otherwise `nil`.
    var consent: Consent? { consentFile?.read().flatMap { Consent(rawValue: $0) } }

    func keep(installID: String, _ diagnostics: Diagnostics) {
        diagnostics.attempt("keeping the install id beside the store") { try installIDFile?.write(installID) }
    }

    func keep(consent: Consent, _ diagnostics: Diagnostics) {
        diagnostics.attempt("keeping the user's consent beside the store") {
            try consentFile?.write(consent.rawValue)
        }
    }
}
