import EventCatalog
import EventSchema

extension Rule {
    static let unclearConsumer = Rule(
        "unclear-consumer", .warning, "A list of consumers names one twice, or has an empty text.",
        reason: "Another was meant, which “streams diff” does not name when the stream changes.",
        mistake: .setting("consumers: {dashboards: [Search health, search health]}"),
        corrected: .setting("consumers: {dashboards: [Search health, Search speed]}"))
}

/// Checks of the names of those who read a stream.
enum ConsumerChecks {
    private typealias Name = (text: String, path: [String])

    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        context.folder.blocks.flatMap { block in
            StreamConsumers.paths.flatMap { findings(at: $0, in: block) }
        }
    }

    private static func findings(at path: [String], in block: SettingsBlock) -> [CatalogFinding] {
        let names = (block.value[path: path]?.array ?? []).enumerated().compactMap { position, name in
            name.string.map { Name($0, block.path + path + ["\(position)"]) }
        }
        let list = path.joined(separator: ".")
        func finding(_ name: Name, _ problem: String, _ remedy: String) -> CatalogFinding {
            CatalogFinding(.unclearConsumer, block.document.location(at: name.path), problem, remedy: remedy)
        }
        let empty = names.filter { $0.text.allSatisfy(\.isWhitespace) }.map { name in
            finding(name, "A name in “\(list)” is empty.", "Remove it, or write who reads the events.")
        }
        return empty
            + names.repetitions { $0.text.nameKey }.map { first, name in
                let other = first.text == name.text ? "" : ", as “\(first.text)” too"
                return finding(
                    name, "“\(name.text)” is in “\(list)” twice\(other).",
                    "Remove one, or write the name that was meant.")
            }
    }
}

extension String {
    /// The text in small letters without blanks at its ends; `nil` for one that is empty.
    fileprivate var nameKey: String? {
        let key = Substring(lowercased()).trimmed
        return key.isEmpty ? nil : key
    }
}
