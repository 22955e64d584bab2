package import EventSchema

/// What a file of a folder of streams has, whatever is wrong with it.
package struct StreamFileContent: Sendable {
    /// Whether the settings are the defaults of all streams.
    package let areDefaults: Bool
    /// The settings by the names of streams, or the defaults.
    package let settings: JSONObject

    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - name: the name of the file in its folder.
    /// - Throws: ``CatalogError`` when the file cannot be read.
    package init(_ bytes: [UInt8], named name: String) throws(CatalogError) {
        let document = try SourceDocument(checking: SourceText(bytes: bytes, file: name))
        let entries = document.value.object ?? [:]
        if Self.areDefaults(inFileNamed: name) {
            (areDefaults, settings) = (true, entries)
            return
        }
        let misplaced = MisplacedEntries(among: document)
        areDefaults = misplaced.areDefaults
        let streams = misplaced.others.filter { $0.value.object != nil }
        settings = areDefaults ? entries : JSONObject(streams.map { ($0.name, $0.value) })
    }

    /// Whether a file has the defaults by its name.
    package static func areDefaults(inFileNamed name: String) -> Bool {
        name == "defaults.yaml" || name == "defaults.yml"
    }
}
