package import EventSchema

extension Dialect {
    /// The dialects that the settings of a schema repository may allow, by their names there; in the order of time.
    package static let ofRepositories: [(name: String, dialect: Dialect)] = [
        ("draft-07", .draft7), ("2019-09", .draft201909), ("2020-12", .draft202012),
    ]

    /// The dialect of a schema document: draft 7 without `$schema`; `nil` when it is unknown.
    package init?(of document: JSONValue) {
        guard let uri = document["$schema"]?.string else {
            self = .draft7
            return
        }
        self.init(uri: uri)
    }

    /// How the tools of a repository validate by a schema of the dialect: as the intake, which has no later dialect
    /// than draft 7; otherwise as the specification has it, with `format` as an assertion.
    package var toolsMode: Schema.Mode { isLater ? .standard(assertsFormats: true) : .intake }

    /// The dialect in words, such as `draft 7`.
    package var words: String {
        switch self {
        case .draft4: "draft 4"
        case .draft6: "draft 6"
        case .draft7: "draft 7"
        case .draft201909: "draft 2019-09"
        case .draft202012: "draft 2020-12"
        }
    }
}

extension SchemaToolsSettings {
    /// The dialect by whose rules a document is read: its own where the settings allow it, otherwise draft 7.
    package func dialect(of document: JSONValue) -> Dialect {
        Dialect(of: document).flatMap { schemaDialects.contains($0) ? $0 : nil } ?? .draft7
    }
}
