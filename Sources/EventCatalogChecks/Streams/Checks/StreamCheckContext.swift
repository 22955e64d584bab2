import EventCatalog
import EventSchema
import EventStreams

/// A folder of streams and what its streams are checked against.
struct StreamCheckContext {
    /// The folder, with misspelt and misplaced settings in the places that were meant.
    let folder: StreamFolder
    /// The settings as they are written, and those in which some names are in the places that were meant.
    let stages: [SettingsBlock]
    let waivers: Waivers
    var configurations: StreamConfigurations { folder.configurations }
    /// The repository of the streams' schemas; otherwise `nil`.
    let schemas: SchemaRepository?
    /// The date of the check; `nil` when nothing depends on it.
    let asOf: UTCInstant?
    /// Which contextual attributes the schemas of the streams accept, by the schemas' titles.
    let fields: [String: AttributeFields]
    /// What these schemas take as values of the attributes that rules of curation are on.
    let limits: FieldLimitsTable
    /// The streams that clients leave out because of a setting, read without that setting.
    private let repaired: [String: StreamConfiguration]

    /// - Parameters:
    ///   - written: the folder.
    ///   - schemas: the repository of the streams' schemas; `nil` when they are not compared.
    ///   - asOf: the date of the check; `nil` when nothing depends on it.
    ///   - waivers: the waivers in its files. None by default.
    init(
        _ written: StreamFolder, schemas: SchemaRepository?, asOf: UTCInstant?, waivers: Waivers = Waivers()
    ) {
        var (folder, stages) = (written, written.blocks)
        while let next = folder.movingMeantSettings(waivers, asOf: asOf) {
            folder = next
            stages += next.blocks
        }
        (self.folder, self.schemas, self.asOf) = (folder, schemas, asOf)
        (self.stages, self.waivers) = (stages, waivers)
        fields = AttributeFields.byTitle(of: folder, in: schemas)
        limits = FieldLimitsTable(fields, in: schemas)
        let streams = folder.configurations.quarantined.compactMap { broken in
            folder.stream(named: broken.name).map { stream in
                (broken.name, JSONValue.object(stream.settings(withoutThoseAt: broken.issues.map(\.path))))
            }
        }
        let readable = StreamConfigurations(streams: JSONObject(streams))
        repaired = Dictionary(zip(readable.names, readable.streams)) { first, _ in first }
    }

    /// Which contextual attributes the schema of the stream accepts; `nil` when the schema cannot be read.
    func fields(of stream: AuthoredStream) -> AttributeFields? {
        stream.setting("schema_title")?.string.flatMap { fields[$0] }
    }

    /// The stream as clients read it; of one that they leave out, what is left without the settings that they cannot
    /// read, so that one mistake does not hide others. `nil` when nothing is left, as of a pattern that is not valid.
    func configuration(of stream: AuthoredStream) -> StreamConfiguration? {
        configurations[stream.name] ?? repaired[stream.name]
    }
}

extension StreamFolder {
    /// The folder with settings under wrong names, or in other blocks, where they were meant; `nil` when there are
    /// none.
    fileprivate func movingMeantSettings(_ waivers: Waivers, asOf: UTCInstant?) -> StreamFolder? {
        moving { block in
            MeantSettings.moves(in: block.value) { path in
                project.ignoredSettings.contains(path.joined(separator: "."))
                    || waivers.coverName(at: block.document.location(at: block.path + path), asOf: asOf)
            }
        }
    }
}
