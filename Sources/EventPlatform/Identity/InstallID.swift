import Foundation

/// The id of an installation: a UUID, as the platform's schemas require.
enum InstallID {
    /// The name of the store's value.
    static let name = "app_install_id"

    /// Whether the text has the form of an install id.
    static func isValid(_ text: String) -> Bool { text.utf8.count == 36 && UUID(uuidString: text) != nil }
}
