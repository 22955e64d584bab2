import EventCatalog
import EventSchema

/// An example as the text that the site shows.
enum ExampleText {
    /// The maximum depth of an example; one that is deeper is not shown.
    private static let maximumDepth = 100

    static func text(of example: JSONValue) -> String {
        example.isDeeper(than: maximumDepth)
            ? "(nested more than \(maximumDepth) levels deep)" : IndentedJSON.text(of: example)
    }
}

extension JSONValue {
    /// Whether lists and maps are nested deeper than that.
    fileprivate func isDeeper(than depth: Int) -> Bool {
        switch self {
        case .array(let elements): depth <= 0 || elements.contains { $0.isDeeper(than: depth - 1) }
        case .object(let members): depth <= 0 || members.contains { $0.value.isDeeper(than: depth - 1) }
        default: false
        }
    }
}
