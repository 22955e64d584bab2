extension SchemaTree {
    /// Calls `body` with the repository as it was in a commit of git; `nil` when the commit lacks the folder.
    ///
    /// - Throws: ``RevisionError`` when the commit cannot be read, ``CatalogError`` when its settings cannot be, or the
    ///   error of `body`.
    package func withCopy<Result>(at revision: String, _ body: (SchemaTree?) throws -> Result) throws -> Result {
        try Revision(revision).withCopies(of: [repository]) { copies in
            try body(try copies[repository].map { try SchemaTree(directory: $0) })
        }
    }
}

extension CompatibilityCheck {
    /// The numbers as a line, such as `55 pairs of versions compared; 2 exempt by .jsonschema-tools.yaml: …`.
    package var summary: String {
        let pairs = pairCount.countedInGroups("pair") + " of versions compared"
        guard !skipped.isEmpty else { return pairs }
        return "\(pairs); \(skipped.count) exempt by \(SchemaToolsSettings.fileName): "
            + skipped.joined(separator: ", ")
    }
}
