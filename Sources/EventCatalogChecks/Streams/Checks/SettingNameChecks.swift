import EventCatalog
import EventSchema
import EventSupport

extension Rule {
    static let unknownSetting = Rule(
        "unknown-setting", .error, "The name of a setting is misspelt, or is what people call another setting.",
        reason: "A misspelt setting has no effect, and the one that was meant stays at its default.",
        mistake: .setting("sampel: {unit: session, rate: 0.1}"),
        corrected: .setting("sample: {unit: session, rate: 0.1}"))

    static let misplacedSetting = Rule(
        "misplaced-setting", .error, "A setting stands in a block where no client and no service looks for it.",
        reason: "It has no effect there, and the setting stays at its default.",
        mistake: .setting("provide_values: [page_id]"),
        corrected: .setting("producers: {metrics_platform_client: {provide_values: [page_id]}}"))

    static let unreadSetting = Rule(
        "unread-setting", .warning, "No client and no service of the platform reads a setting of this name.",
        reason: "It has no effect on the platform, unless a program of your own reads it.",
        mistake: .setting("importance: high"), corrected: .search)
}

/// The names of settings, each in its block.
enum SettingNameChecks {
    static func findings(in context: StreamCheckContext) -> [CatalogFinding] {
        let project = context.folder.project
        // Names below a misspelt one are found where it was meant.
        let found = context.stages.flatMap { findings(in: $0, besides: project.ignoredSettings) }
            .sortedWithoutDuplicates()
        // A project's file that cannot be read may have names ignored.
        return project.vocabulary.isComplete ? found : found.filter { $0.rule != .unreadSetting }
    }

    /// A finding for every name that is not read where it stands, unless the project has it ignored.
    private static func findings(in settings: SettingsBlock, besides ignored: Set<String>) -> [CatalogFinding] {
        SettingBlock.all.flatMap { block in
            settings.value.values(at: block.path[...]).flatMap { path, value in
                let names = Array((value.object ?? [:]).names)
                let others = names.filter { name in
                    !block.names.contains(name) && !ignored.contains((path + [name]).joined(separator: "."))
                }
                return others.compactMap { name in
                    finding(
                        for: name, among: names, in: block,
                        at: settings.document.location(at: settings.path + path + [name]))
                }
            }
        }
    }

    private static func finding(
        for name: String, among names: [String], in block: SettingBlock, at place: SourceLocation
    ) -> CatalogFinding? {
        if block.nameBeforeColon(of: name) != nil {
            return CatalogFinding(
                .unknownSetting, place, "There is no space after the colon of “\(name)”.",
                remedy: "Write “\(name.replacing(":", with: ": ", maxReplacements: 1))”.")
        }
        if let suggestion = block.suggestion(for: name, among: names) {
            return CatalogFinding(
                .unknownSetting, place, "“\(name)” is not a setting of \(block.title).",
                remedy: "Did you mean “\(suggestion)”?")
        }
        if let meaning = block.meaning(of: name) {
            return CatalogFinding(
                .unknownSetting, place, "“\(name)” is not a setting of \(block.title).",
                remedy: "Did you mean “\(meaning.name)”?\(meaning.hint)")
        }
        if let home = block.home(of: name) {
            let target = home.path.isEmpty ? "the stream itself" : home.title
            return CatalogFinding(
                .misplacedSetting, place, "“\(name)” is not a setting of \(block.title), but of \(target).",
                remedy: home.path.isEmpty
                    ? "Move it out, to the level of “schema_title”." : "Move it below \(home.title).")
        }
        guard block.others == .unread else { return nil }
        return CatalogFinding(
            .unreadSetting, place, "“\(name)” is not a setting of \(block.title).",
            remedy: block.names.correction(of: name))
    }
}
