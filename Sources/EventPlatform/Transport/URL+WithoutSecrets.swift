import Foundation

extension URL {
    /// Scheme, host and path: what a log may show of a URL.
    var withoutSecrets: String {
        guard var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return host ?? "" }
        (components.user, components.password, components.query, components.fragment) = (nil, nil, nil, nil)
        return components.string ?? host ?? ""
    }
}
