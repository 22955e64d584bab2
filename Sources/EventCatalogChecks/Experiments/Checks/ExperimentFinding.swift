import EventCatalog
import EventSchema

/// A finding, and the setting of the entry that it is about.
struct ExperimentFinding {
    let setting: String
    let finding: CatalogFinding
}

extension AuthoredExperiment {
    /// A finding about a setting.
    func finding(
        _ rule: Rule, _ setting: String, _ problem: String, _ remedy: String, at further: [String] = []
    ) -> ExperimentFinding {
        let location = document.location(at: path + [setting] + further)
        return ExperimentFinding(
            setting: setting, finding: CatalogFinding(rule, location, problem, remedy: remedy))
    }
}
