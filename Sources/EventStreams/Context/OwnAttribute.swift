/// An attribute of an app's own: what the app declares of it, and what follows from that.
final class OwnAttribute: Sendable {
    let name: String
    /// `nil` where the app names no field.
    let declaredPath: [String]?
    let type: ContextualAttributeType
    /// The paths at which an event may have the value, the first that a schema has first: the declared field. Without
    /// one, the property of that name, and the path of the platform's rule.
    let paths: [[String]]
    /// Those of the ``paths`` at which the client does not write another value itself.
    let writablePaths: [[String]]

    init(name: String, field: String?, type: ContextualAttributeType) {
        (self.name, self.type) = (name, type)
        declaredPath = field.map { $0.split(separator: ".", omittingEmptySubsequences: false).map(String.init) }
        let ruled = ContextualAttribute.path(ofUndeclaredName: name)
        paths = declaredPath.map { [$0] } ?? (ruled.count == 1 ? [ruled] : [[name], ruled])
        writablePaths = paths.filter { !$0.contains("") && !ClientFields.include($0) }
    }

    /// What is wrong with the declaration, such that no event can have a value of the attribute; `nil` when nothing is.
    var problem: String? {
        let field = declaredPath?.joined(separator: ".")
        return if let attribute = ContextualAttribute(name: name) {
            "the name is that of the platform's attribute \(attribute), whose field is "
                + "\(attribute.path.joined(separator: ".")) and whose type is \(attribute.type.word); declare another "
                + "name"
        } else if name.isEmpty {
            "the name is empty"
        } else if name.hasControlCharacter {
            "the name has a control character"
        } else if let field, field.hasControlCharacter {
            "its field has a control character"
        } else if let declaredPath, let field, declaredPath.contains("") {
            "its field “\(field)” lacks a name before, after or between periods"
        } else if writablePaths.isEmpty {
            "its field \(paths.map { $0.joined(separator: ".") }.joined(separator: " or ")) is one that the client "
                + "writes itself"
        } else {
            nil
        }
    }
}

extension String {
    fileprivate var hasControlCharacter: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}

/// The fields of an event that the client writes itself, so that an app's own attribute cannot be there.
private enum ClientFields {
    /// The envelope, the properties of an interaction, the older mobile family's, and the platform's attributes.
    private static let paths: [[String]] =
        [
            "$schema", "meta", "dt", "sample", "action", "action_subtype", "action_source", "action_context",
            "element_id", "element_friendly_name", "funnel_name", "funnel_entry_token",
            "funnel_event_sequence_position", "app_install_id", "app_session_id", "is_anon", "is_temp",
            "primary_language",
        ].map { [$0] } + ContextualAttribute.builtIn.map(\.path)

    /// Whether a path is one of them, has one of them below it, or is below one of them.
    static func include(_ path: [String]) -> Bool {
        paths.contains { $0.starts(with: path) || path.starts(with: $0) }
    }
}
