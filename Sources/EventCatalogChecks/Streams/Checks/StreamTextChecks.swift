import EventCatalog

/// The names and texts of settings that other readers of YAML do not take for texts. Names of streams have no finding:
/// a response has them in quotes.
enum StreamTextChecks {
    static func findings(in context: StreamCheckContext, beside others: [CatalogFinding]) -> [CatalogFinding] {
        context.folder.blocks.flatMap { block in
            AmbiguousText.all(in: block.document, at: block.path).filter { text in
                !(text.isDate && text.path == block.path + ["expires"])
            }
        }.findings(beside: others)
    }
}
