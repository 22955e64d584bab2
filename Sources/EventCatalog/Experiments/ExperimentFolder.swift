import EventSchema
import EventSupport

extension Rule {
    package static let unknownExperimentSetting = Rule(
        "unknown-experiment-setting", .error, "An experiment or an instrument has a setting that no client reads.",
        reason: "It has no effect. A mistyped name leaves the setting that was meant at its default.",
        mistake: .experiment(["schema_di": "/analytics/product_metrics/app/base/1.3.0"]),
        corrected: .experiment(["schema_id": "/analytics/product_metrics/app/base/1.3.0"]))
}

/// The files of a folder of experiments and instruments. A file that cannot be read is a finding; the others are there.
package struct ExperimentFolder {
    /// The project that the folder belongs to.
    package let project: Project
    /// The entries of both lists, in the order of the files' names, then as written.
    package private(set) var entries: [AuthoredExperiment] = []
    /// What is wrong with the files, and with the names of settings.
    package private(set) var findings: [CatalogFinding] = []

    /// - Parameters:
    ///   - directory: the folder.
    ///   - mayBeEmpty: whether the folder may have no YAML files. The default is `false`.
    ///   - project: the project that the folder belongs to. The default is the one whose file names it.
    ///   - files: the files of the command. The default is those of this folder alone.
    /// - Throws: ``CatalogError`` when the folder cannot be listed or has no YAML files.
    package init(
        directory: String, mayBeEmpty: Bool = false, of project: Project? = nil,
        in files: SourceFiles = SourceFiles()
    ) throws(CatalogError) {
        self.project = project ?? Project(of: directory, in: files)
        findings += self.project.findings
        let folder = try YAMLFolder(directory, holding: "experiment", mayBeEmpty: mayBeEmpty, in: files)
        findings += folder.findings
        for path in folder.paths {
            do {
                let document = try files.checkedDocument(in: path)
                findings += document.findings
                read(document)
            } catch {
                findings += error.findings
            }
        }
    }

    package func entries(of list: ExperimentList) -> [AuthoredExperiment] { entries.filter { $0.list == list } }

    // MARK: - Files

    private mutating func read(_ document: SourceDocument) {
        guard let lists = document.value.object else {
            return add(
                .invalidExperiment, document, at: [], "This must be a map; it is of type \(document.value.typeName).",
                "Write a list under “experiments” or “instruments”.")
        }
        for (name, value) in lists {
            guard let list = ExperimentList(rawValue: name) else {
                let remedy = ExperimentList.allCases.map(\.rawValue).correction(of: name)
                addUnknown(name, document, at: [name], "an experiment file", remedy)
                continue
            }
            guard let elements = value.array else {
                add(
                    .invalidExperiment, document, at: [name],
                    "“\(name)” must be a list; it is of type \(value.typeName).",
                    "Write each entry behind a dash.")
                continue
            }
            for (position, element) in elements.enumerated() {
                add(element, to: list, document, at: [name, "\(position)"])
            }
        }
    }

    private mutating func add(
        _ value: JSONValue, to list: ExperimentList, _ document: SourceDocument, at path: [String]
    ) {
        for name in (value.object ?? [:]).names where !list.settings.contains(name) {
            let remedy =
                list.suggestion(for: name).map { "Did you mean “\($0)”?" } ?? list.settings.correction(of: name)
            addUnknown(name, document, at: path + [name], "an entry of “\(list.rawValue)”", remedy)
        }
        entries.append(AuthoredExperiment(list: list, value: value, document: document, path: path))
    }

    // MARK: - Findings

    private mutating func addUnknown(
        _ name: String, _ document: SourceDocument, at path: [String], _ what: String, _ remedy: String
    ) {
        add(.unknownExperimentSetting, document, at: path, "“\(name)” is not a setting of \(what).", remedy)
    }

    private mutating func add(
        _ rule: Rule, _ document: SourceDocument, at path: [String], _ problem: String, _ remedy: String
    ) {
        findings.add(rule, document.location(at: path), problem, remedy: remedy)
    }
}
