import Foundation

/// The id of an installation: a UUID, as the platform's schemas require.
enum InstallID {
    /// The name of the store's value.
    static let name = "app_install_id"

    /// Whether the text has the form of an install id.
    static func isValid(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }
}

/// The values that a client keeps in small files beside its store: the install id and the user's decision. They outlive
/// a store file that cannot be used. A store in memory or of the app's own has no such files.
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

    /// The install id in the file; `nil` when there is no file, or no valid id in it.
    var installID: String? { installIDFile?.read() }

    /// The last decision of the user; `nil` when there is no file, or no valid decision in it.
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
