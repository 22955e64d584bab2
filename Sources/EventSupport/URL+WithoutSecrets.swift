package import Foundation

extension URL {
    /// The URL for a log: without user, password, query and fragment.
    package var withoutSecrets: String {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return host ?? "" }
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.string ?? host ?? ""
    }
}
