extension AuthoredStream {
    /// A finding at a setting of the stream; at its name without a path.
    package func finding(
        _ rule: Rule, at path: [String] = [], _ problem: String, remedy: String, edits: [TextEdit] = []
    ) -> CatalogFinding {
        CatalogFinding(rule, location(of: path), problem, remedy: remedy, edits: edits)
    }

    /// The edit that replaces the text of a setting where it stands; nothing when it is not written so.
    package func edits(replacing text: String, with replacement: String, at path: [String]) -> [TextEdit] {
        let (document, place) = origin(of: path)
        return document.edits(replacing: text, with: replacement, at: document.location(at: place))
    }
}
