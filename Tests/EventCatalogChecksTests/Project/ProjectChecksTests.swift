import EventSchema
import EventStreams
import Foundation
import Testing

@testable import EventCatalog
@testable import EventCatalogChecks

/// Streams, experiments and tools with the words of a project.
@Suite struct ProjectChecksTests {
    private static let project = """
        attributes:
          shop_is_offline:
            field: shop.state.offline
            type: boolean
            sensitivity: low
            description: Whether there was no connection.
          basket_size:
            field: basket.size
            type: integer
            sensitivity: high
            sensitivity_reason: It narrows the people down to a few.
        destinations:
          shop-intake: {production: 'https://shop.example.org/v1/events'}

        """
    private static let schema = """
        title: shop/purchase
        $id: /shop/purchase/1.0.0
        $schema: https://json-schema.org/draft-07/schema#
        type: object
        properties:
          meta: {type: object, properties: {stream: {type: string}, dt: {type: string}}}
          basket: {type: object, properties: {size: {type: integer, minimum: 0, maximum: 100}}}
          shop: {type: object, properties: {state: {type: object, properties: {offline: {type: boolean}}}}}

        """

    /// A project with a stream that lists both attributes and has these rules of curation.
    private static func files(
        _ project: String = project, curation: String = "{}", settings: String = "", values: String? = nil
    ) -> [String: String] {
        [
            "Project.yaml": project, "Schemas/shop/purchase/1.0.0.yaml": schema,
            "Streams/shop.yaml": """
            shop.purchases:
              schema_title: shop/purchase
              destination_event_service: shop-intake
            \(settings.isEmpty ? "" : "  \(settings)\n")  producers:
                metrics_platform_client:
                  provide_values: \(values ?? "[shop_is_offline, basket_size]")
            \(curation == "{}" ? "" : "      curation: \(curation)\n")
            """,
        ]
    }

    /// The findings about streams and the project.
    private static func findings(_ files: [String: String]) throws -> [String] {
        try withProject(files) { project in
            project.lines(try project.report().findings).filter { !$0.hasPrefix("Schemas/") }
        }
    }

    // MARK: - Attributes

    @Test(arguments: [
        "{}", "{basket_size: {greater_than: 2, less_than: 9}}", "{shop_is_offline: {equals: true}}",
    ])
    func `streams may list and curate on the project's attributes`(curation: String) throws {
        #expect(try Self.findings(Self.files(curation: curation)) == [])
        var without = Self.files(curation: curation)
        without["Project.yaml"] = nil
        #expect(try Self.findings(without) != [])
    }

    @Test(arguments: [
        ("{basket_size: {contains: a}}", "unfit-operator"), ("{basket_size: {equals: a}}", "unfit-operand"),
        ("{shop_is_offline: {greater_than: 1}}", "unfit-operator"),
        ("{basket_size: {equals: 101}}", "operand-outside-schema"),
        ("{basket_size: {less_than: 0}}", "curation-never-passes"),
        ("{basket_size: {less_than: 200}}", "curation-always-passes"),
        ("{basket_sise: {equals: 1}}", "unknown-curation-attribute"),
    ])
    func `a rule that does not fit an attribute of the project is a finding`(curation: String, rule: String) throws {
        #expect(try Self.findings(Self.files(curation: curation)) == ["Streams/shop.yaml:7 \(rule)"])
    }

    @Test func `the sensitivity of an attribute of the project counts, with its reason`() throws {
        let files = Self.files(settings: "sensitivity: moderate")
        try withProject(files) { project in
            let finding = try #require(try project.report().findings.first { $0.rule.id == "sensitivity-too-low" })
            #expect(finding.problem.contains("basket_size needs the sensitivity high"))
            #expect(finding.problem.hasSuffix("It narrows the people down to a few."))
        }
        #expect(try Self.findings(Self.files(settings: "sensitivity: high")) == [])
    }

    @Test func `a misspelt attribute of the project is corrected`() throws {
        try withProject(Self.files(values: "[shop_is_ofline]")) { project in
            let finding = try #require(try project.report().findings.first { $0.rule.id == "unknown-attribute" })
            #expect(finding.remedy == "Did you mean “shop_is_offline”?")
        }
    }

    @Test func `an attribute whose stream's schema lacks the field is a finding at the stream`() throws {
        var files = Self.files(settings: "sensitivity: high")
        files["Schemas/shop/purchase/1.0.0.yaml"] = Self.schema + "additionalProperties: false\n"
        files["Streams/other.yaml"] = """
            shop.reads:
              schema_title: analytics/product_metrics/app/base
              producers: {metrics_platform_client: {provide_values: [basket_size]}}

            """
        #expect(try Self.findings(files) == ["Streams/other.yaml:3 attribute-not-in-schema"])
    }

    @Test func `a schema does not have a field below one that is a text`() throws {
        var files = Self.files(settings: "sensitivity: high")
        files["Schemas/shop/purchase/1.0.0.yaml"] = Self.schema.replacing(
            "basket: {type: object, properties: {size: {type: integer, minimum: 0, maximum: 100}}}",
            with: "basket: {type: string}")
        let found = try Self.findings(files).map { $0.split(separator: " ").last ?? "" }
        #expect(found.contains("attribute-not-in-schema") && !found.contains("attribute-type"), "\(found)")
    }

    @Test func `experiments may ask for the project's attributes`() throws {
        var files = Self.files()
        files["Experiments/shop.yaml"] = RuleExample.entry([
            "stream_name": "shop.purchases", "contextual_attributes": "[basket_size, basket_sise]",
        ])
        #expect(
            try Self.findings(files).filter { $0.hasSuffix("attribute") } == [
                "Experiments/shop.yaml:7 unknown-attribute"
            ])
    }

    // MARK: - Tools

    @Test func `an example event has the attributes of the project in their fields, and passes curation`() throws {
        try withProject(Self.files(curation: "{basket_size: {greater_than: 7}}")) { project in
            let streams = try StreamFolder(directory: "\(project.path)/Streams")
            let schemas = try SchemaRepository(roots: ["\(project.path)/Schemas"], isStrict: false)
            let example = try #require(StreamDescription(of: "shop.purchases", in: streams, schemas)?.example)
            #expect(example.event[path: ["shop", "state", "offline"]] == true)
            #expect(example.event[path: ["basket", "size"]]?.number.map { $0.double > 7 } == true)
            #expect(example.passesCuration && example.notInSchema == [])
        }
    }

    @Test func `a forecast counts curation on an attribute of the project`() throws {
        try withProject(Self.files(curation: "{shop_is_offline: {equals: true}}")) { project in
            let streams = try StreamFolder(directory: "\(project.path)/Streams")
            let schemas = try SchemaRepository(roots: ["\(project.path)/Schemas"], isStrict: false)
            func events(_ share: JSONValue) throws -> Double {
                let shares = try AttributeShares(["shop_is_offline": ["true": share]], streams.project.vocabulary)
                let scenario = ForecastScenario(clients: 50)
                return try streams.forecast(
                    "shop.purchases", scenario, schemas: schemas, shares: shares, change: nil
                ).sides[0].spread.mean
            }
            #expect(try events(0) == 0)
            #expect(try events(1) > 0)
        }
    }

    @Test func `a new stream offers the project's attributes that its schema has`() throws {
        try withProject(Self.files()) { project in
            let schemas = try SchemaRepository(roots: ["\(project.path)/Schemas"], isStrict: false)
            func text(_ title: String) throws -> String {
                try StreamTemplate(
                    name: "shop.new", schemaTitle: title, folder: "\(project.path)/Streams", schemas: schemas
                ).text
            }
            #expect(try text("shop/purchase").contains("- shop_is_offline  # low: Whether there was no connection.\n"))
            #expect(try text("shop/purchase").contains("- basket_size  # high\n"))
            #expect(try !text("analytics/product_metrics/app/base").contains("basket_size"))
        }
    }

    @Test(arguments: [
        (project, "  destination_event_service: shop-intake\n"),
        ("ignored_settings: [a]\n", "  destination_event_service: eventgate-analytics-external\n"),
        ("vocabulary: none\n", "  # destination_event_service:\n"),
        (
            "vocabulary: none\ndestinations: {a: {production: 'https://a.example.org'}}\n",
            "  destination_event_service: a\n"
        ),
    ])
    func `a new stream is sent to the project's own service, in a folder and before there is one`(
        project: String, line: String
    ) throws {
        try withProject(["Project.yaml": project, "Streams/none.txt": ""]) { folder in
            let schemas = try SchemaRepository(roots: [], isStrict: false)
            for streams in ["\(folder.path)/Streams", nil] {
                let text = try StreamTemplate(
                    name: "shop.new", schemaTitle: "analytics/product_metrics/app/base", owner: nil, folder: streams,
                    schemas: schemas, project: Project(file: "\(folder.path)/Project.yaml"), file: nil
                ).text
                #expect(text.contains(line), "\(text)")
            }
        }
    }

    @Test func `remedies about destinations name the project's own service`() throws {
        func remedy(_ project: String, _ rule: String) throws -> String? {
            let stream = RuleExample.stream("shop.taps", "destination_event_service: eventgate-main")
            return try withProject(["Project.yaml": project, "Streams/a.yaml": stream]) { folder in
                try folder.report().findings.first { $0.rule.id == rule }?.remedy
            }
        }
        #expect(try remedy(Self.project, "internal-destination") == "Write shop-intake.")
        #expect(try remedy("vocabulary: platform", "internal-destination") == "Write eventgate-analytics-external.")
        let declared = "destinations: {eventgate-main: {production: 'https://a.example.org'}}"
        #expect(try remedy(declared, "internal-destination") == nil)
        let leftOut = try remedy("vocabulary: none", "unknown-destination")
        #expect(leftOut == "Declare it there, or name a service of your own.")
    }

    @Test func `a description of a stream has the URLs of the project's service`() throws {
        let project = Self.project.replacing("events'}", with: "events', development: 'http://localhost:8192'}")
        try withProject(Self.files(project)) { folder in
            let streams = try StreamFolder(directory: "\(folder.path)/Streams")
            let schemas = try SchemaRepository(roots: ["\(folder.path)/Schemas"], isStrict: false)
            let description = try #require(StreamDescription(of: "shop.purchases", in: streams, schemas))
            let urls = "production https://shop.example.org/v1/events, development http://localhost:8192"
            #expect(description.lines.contains("URLs of shop-intake by Project.yaml: \(urls)"))
            #expect(description.json["destination_urls"]?["development"] == "http://localhost:8192")
        }
    }

    @Test func `a difference says which attributes are collected newly, the most sensitive first`() throws {
        try withProject(Self.files(values: "[]")) { before in
            try withProject(Self.files()) { after in
                let comparison = StreamComparison(
                    from: try StreamSnapshot(directory: "\(before.path)/Streams"),
                    to: try StreamSnapshot(directory: "\(after.path)/Streams"))
                let text = "basket_size (high) and shop_is_offline (low) are now collected from everybody"
                #expect(comparison.lines.contains { $0.hasSuffix(text) })
                let folder = "\(after.path)/Streams"
                let streams = try StreamCatalog(directory: folder).settings
                let response = try StreamSnapshot(
                    response: ["streams": .object(streams)], Project(of: folder).vocabulary)
                let deployed = StreamComparison(
                    from: try StreamSnapshot(directory: "\(before.path)/Streams"), to: response)
                #expect(deployed.lines.contains { $0.hasSuffix(text) }, "\(deployed.lines)")
            }
        }
    }

    @Test func `a new stream names the folders of schemas and has the required links to be filled in`() throws {
        let text = """
            schemas: [models, more]
            links: {bug: {pattern: '^https://bugs/\\d+$', required: true}, plan: {required: true}, review: {}}

            """
        func template(_ files: [String: String]) throws -> String {
            try withProject(files.merging(["Project.yaml": text]) { $1 }) { folder in
                let schemas = try SchemaRepository(roots: [], isStrict: false)
                let streams = "\(folder.path)/Streams"
                return try StreamTemplate(
                    name: "app.new", schemaTitle: "a/b", owner: nil, folder: files.isEmpty ? nil : streams,
                    schemas: schemas, project: Project(file: "\(folder.path)/Project.yaml"), file: nil
                ).text
            }
        }
        let new = try template([:])
        #expect(new.contains("its path in models/ or more/, without a version."))
        let bug = "  #   bug: a text that matches ^https://bugs/\\d+$\n"
        #expect(new.contains("  # links:\n\(bug)  #   plan: https://…\n") && !new.contains("review"), "\(new)")
        let defaults = [
            "Streams/defaults.yaml": "links: {bug: 'https://bugs/1'}\n",
            "Streams/a.yaml": "app.a: {schema_title: a/b}\n",
        ]
        let beside = try template(defaults)
        #expect(!beside.contains("bug:") && beside.contains("  #   plan: https://…\n"), "\(beside)")
    }

    @Test func `the schema for editors has the words of the project`() throws {
        try withProject(Self.files(curation: "{basket_size: {greater_than: 2}}")) { project in
            let folder = try StreamFolder(directory: "\(project.path)/Streams")
            let schema = try Schema(EditorSchema.schema(ofStreams: folder.project))
            let document = try SourceDocument(file: "\(project.path)/Streams/shop.yaml")
            #expect(schema.findings(in: document.value) == [])
            #expect(try Schema(EditorSchema.streams).findings(in: document.value) != [])
        }
    }

    @Test(arguments: [
        ("links: {bug: 'https://bugs/7'}", true), ("links: {bug: 'bugs/7'}", false), ("links: {bgu: a}", false),
        ("topic_prefixes: [eu.]", true), ("topic_prefixes: [us.]", false), ("importance: {any: 1}", true),
        ("producers: {acme: [1]}", true), ("sample: {unit: session, rate: 1, budget: {a: 1}}", true),
        ("sample: {unit: session, rate: 1, budgte: 1}", false), ("urgency: 1", false),
        ("producers: {eventgate: {enrich_fields_from_http_headers: {a: x-kiosk-id, b: false, c: null}}}", true),
        ("producers: {eventgate: {enrich_fields_from_http_headers: {a: x-kiosk}}}", false),
        ("producers: {metrics_platform_client: {curation: {agent_client_platform: {in: [tablet]}}}}", true),
        ("producers: {metrics_platform_client: {curation: {agent_client_platform: {equals: phone}}}}", false),
        ("producers: {metrics_platform_client: {curation: {platform: {not_in: [phone]}}}}", false),
        ("producers: {metrics_platform_client: {curation: {page_title: {equals: phone}}}}", true),
    ])
    func `the schema for editors has the links, the listed words and the ignored settings`(
        setting: String, isAllowed: Bool
    ) throws {
        let project = """
            links: {bug: {pattern: '^https://', required: true}, review: {}}
            topic_prefixes: [eu.]
            headers: [x-kiosk-id]
            platforms: [tablet]
            ignored_settings: [importance, producers.acme, sample.budget]

            """
        try withProject(["Project.yaml": project]) { folder in
            let schema = try Schema(
                EditorSchema.schema(ofStreams: Project(file: "\(folder.path)/Project.yaml")))
            let text = "app.a:\n  schema_title: a/b\n  \(setting)\n"
            let value = try SourceDocument(bytes: Array(text.utf8), file: "a.yaml").value
            #expect(schema.findings(in: value).isEmpty == isAllowed)
        }
    }

    // MARK: - Severities

    private static let unread = """
        app.search:
          schema_title: analytics/product_metrics/app/base
          importance: high

        """

    /// The severities of the findings of `unread-setting`, by file.
    private static func severities(_ rules: String) throws -> [String] {
        let files = [
            "Project.yaml": rules, "Streams/new.yaml": unread, "Streams/old/a.txt": "",
            "Streams/old.yaml": unread.replacing("search", with: "old"),
        ]
        return try withProject(files) { project in
            try project.report().findings.filter { $0.rule.id == "unread-setting" }
                .map { "\($0.location.file.split(separator: "/").last ?? "") \($0.severity)" }
        }
    }

    @Test(arguments: [
        ("rules: []", ["new.yaml warning", "old.yaml warning"]),
        ("rules: [{rule: unread-setting, severity: error, reason: a}]", ["new.yaml error", "old.yaml error"]),
        ("rules: [{rule: unread-setting, severity: off, reason: a}]", []),
        (
            "rules: [{rule: unread-setting, severity: note, path: Streams/o*, reason: a}]",
            ["new.yaml warning", "old.yaml note"]
        ),
        (
            "rules: [{rule: unread-setting, severity: off, reason: a}, "
                + "{rule: unread-setting, severity: error, path: '**/new.yaml', reason: a}]",
            ["new.yaml error"]
        ),
        ("rules: [{rule: cleared-owner, severity: off, reason: a}]", ["new.yaml warning", "old.yaml warning"]),
        (
            "rules: [{rule: unread-setting, severity: off, path: 5, reason: a}]",
            ["new.yaml warning", "old.yaml warning"]
        ),
        (
            "rules: [{rule: unread-setting, severity: off, path: '', reason: a}]",
            ["new.yaml warning", "old.yaml warning"]
        ),
    ])
    func `the last entry about a rule and a file sets the severity`(rules: String, expected: [String]) throws {
        #expect(try Self.severities(rules) == expected)
    }

    @Test func `a lower severity lets a project pass and be compiled, a higher one does not`() throws {
        let files = ["Streams/new.yaml": Self.unread.replacing("importance: high", with: "sensitivity: secret")]
        func fails(_ rules: String) throws -> Bool {
            try withProject(files.merging(["Project.yaml": rules]) { $1 }) { project in
                let hasFailed = try project.report().hasFailed(isStrict: false)
                do { _ = try StreamCatalog(checking: "\(project.path)/Streams", schemas: nil) } catch {
                    #expect(hasFailed)
                    return true
                }
                #expect(!hasFailed)
                return false
            }
        }
        #expect(try fails("rules: []"))
        #expect(try !fails("rules: [{rule: unknown-sensitivity, severity: warning, reason: a}]"))
    }

    @Test(arguments: [
        ("Streams/shop.yaml", []), ("Streams", []), ("'**/shop.yaml'", []), ("Streams/*", []), ("App/**", []),
        ("Streams/shp.yaml", ["Project.yaml:15 unmatched-path"]), ("Stream", ["Project.yaml:15 unmatched-path"]),
        ("Streams/*/a.yaml", ["Project.yaml:15 unmatched-path"]),
        ("../Streams/**", ["Project.yaml:15 invalid-project"]), ("/etc", ["Project.yaml:15 invalid-project"]),
    ])
    func `a path that no file has, or that is elsewhere, is a finding`(path: String, expected: [String]) throws {
        let text = "rules:\n  - {rule: unread-setting, path: \(path), severity: note, reason: a}\n"
        var files = Self.files(Self.project + text)
        files["App/main.swift"] = ""
        #expect(try Self.findings(files) == expected)
    }

    @Test(arguments: ["unread-settings", "invalid-syntax"])
    func `a rule that does not exist, or whose findings leave files in doubt, is a finding`(rule: String) throws {
        let text = "rules:\n  - {rule: \(rule), severity: note, reason: a}\n"
        #expect(try Self.findings(Self.files(Self.project + text)).contains("Project.yaml:15 invalid-project"))
    }

    @Test func `the list of rules says which severity is in force, why, and from where`() throws {
        let text =
            "rules:\n  - {rule: unread-setting, path: Streams/old, severity: off, reason: The importer reads them.}\n"
        try withProject(["Project.yaml": text]) { folder in
            let project = Project(file: "\(folder.path)/Project.yaml")
            let line = "off in Streams/old: The importer reads them. (\(folder.path)/Project.yaml:2:5)"
            #expect(Rule.listing(project).contains { $0.plain.hasSuffix(" \(line)") })
            let rule = try #require(Rule.withID("unread-setting"))
            #expect(rule.explanation(project).contains { $0.plain == line })
            #expect(rule.json(in: project)["project"]?.array?.count == 1)
            #expect(Rule.listing(.platform).count == Rule.all.count)
        }
    }

    // MARK: - Declarations with mistakes

    @Test(arguments: [
        ("sensitivity: high\n", "sensitivity: highest\n"), ("basket.size", "basket..size"),
        ("type: integer", "type: text"),
    ])
    func `a declaration with a mistake has one error, and streams with the name have none`(
        text: String, mistake: String
    ) throws {
        let project = Self.project.replacing(text, with: mistake)
        let found = try Self.findings(Self.files(project, curation: "{basket_size: {greater_than: 2}}"))
        #expect(found.count == 1 && found[0].hasPrefix("Project.yaml:"), "\(found)")
    }

    @Test func `an attribute that is taken from one with a mistake has no error of its own`() throws {
        let declared = """
            attributes:
              a: {field: basket.size, type: text, sensitivity: low}
              b: {field: shop.state.offline, type: boolean, source: a, sensitivity: low}

            """
        let found = try Self.findings(Self.files(declared, values: "[b]")).filter { $0.hasPrefix("Project") }
        #expect(found == ["Project.yaml:2 invalid-project"])
    }

    @Test func `a link with a pattern that is no regular expression is a link of the project`() throws {
        let links = "links: {bug: {pattern: '('}}\n"
        let found = try Self.findings(Self.files(Self.project + links, settings: "links: {bug: a}"))
        #expect(found.filter { !$0.hasSuffix("sensitivity-too-low") } == ["Project.yaml:14 invalid-project"])
    }

    @Test func `a file that cannot be read is the only finding on what it may declare`() throws {
        let files = Self.files(
            "attributes: [\n", curation: "{basket_size: {greater_than: 2}}", settings: "importance: high")
        let found = try Self.findings(files)
        #expect(found.count == 1 && found[0].hasPrefix("Project.yaml:"), "\(found)")
    }

    @Test func `a word of the platform that the project leaves out is said to be one`() throws {
        let stream = """
            shop.a:
              schema_title: shop/purchase
              destination_event_service: eventgate-main
              producers:
                metrics_platform_client:
                  provide_values: [page_id]
                  curation: {page_id: {equals: 1}}

            """
        let files = [
            "Project.yaml": "vocabulary: none\n", "Streams/a.yaml": stream,
            "Schemas/shop/purchase/1.0.0.yaml": Self.schema,
        ]
        try withProject(files) { project in
            let rules: [Rule] = [.unknownAttribute, .unknownCurationAttribute, .unknownDestination]
            let found = try project.report().findings.filter { rules.contains($0.rule) }
            #expect(found.count == 3 && found.allSatisfy { $0.problem.contains("vocabulary: none") }, "\(found)")
        }
    }

    // MARK: - Folders

    @Test(arguments: [
        ("streams: config/nope", ["Project.yaml:1 missing-folder"]),
        ("schemas: [Schemas, more]", ["Project.yaml:1 missing-folder"]),
        ("schemas:\n  - models\n  - more", ["Project.yaml:2 missing-folder", "Project.yaml:3 missing-folder"]),
        ("experiments: Project.yaml", ["Project.yaml:1 missing-folder"]),
        ("schemas: [Schemas]", []), ("streams: 7", ["Project.yaml:1 invalid-project"]),
    ])
    func `a folder that the file names and that is not there is a finding`(text: String, expected: [String]) throws {
        try withProject(["Project.yaml": text, "Schemas/a/b/1.0.0.yaml": Self.schema]) { folder in
            let folders = CatalogFolders(schemaRoots: ["\(folder.path)/Schemas"])
            var own = folders
            own.projectFile = "\(folder.path)/Project.yaml"
            let found = folder.lines(CatalogCheck(own).findings).filter { !$0.hasPrefix("Schemas/") }
            #expect(found == expected)
        }
    }

    @Test func `a file that names no folder that is there is something to check`() throws {
        try withProject(["Project.yaml": "streams: nope\n"]) { folder in
            var folders = CatalogFolders()
            #expect(folders.isEmpty)
            folders.projectFile = "\(folder.path)/Project.yaml"
            #expect(!folders.isEmpty)
            let finding = try #require(CatalogCheck(folders).findings.first)
            #expect(finding.problem == "There is no folder \(folder.path)/nope.")
            #expect(finding.remedy == "Make it, or correct “streams:”.")
        }
    }

    @Test func `a folder of streams that is missing has the errors of the file that may name another`() throws {
        try withProject(["Project.yaml": "streams: [\n"]) { folder in
            let error = #expect(throws: CatalogError.self) { try StreamFolder(directory: "\(folder.path)/Streams") }
            let files = folder.lines(error?.findings ?? []).map { $0.split(separator: ":")[0] }
            #expect(files == ["Project.yaml", "Streams"])
        }
    }

    // MARK: - The file

    @Test(arguments: ["a link to nothing", "a loop of links", "a pipe", "a folder"])
    func `a file that cannot be read is an error, whatever it is`(kind: String) throws {
        try withProject(["Streams/a.yaml": "app.a:\n  schema_title: a/b\n"]) { folder in
            let path = "\(folder.path)/Project.yaml"
            let files = FileManager.default
            switch kind {
            case "a link to nothing": try files.createSymbolicLink(atPath: path, withDestinationPath: "nothing")
            case "a loop of links": try files.createSymbolicLink(atPath: path, withDestinationPath: path)
            case "a pipe": #expect(mkfifo(path, 0o600) == 0)
            default: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            let found = try folder.report().findings.filter { $0.location.file == path }
            #expect(found.map(\.rule) == [.unreadableFile], "\(found)")
            #expect(kind != "a link to nothing" || found.first?.problem == "Cannot be read: it is a link to nothing.")
        }
    }

    @Test func `a file with the settings of a project under another name is a finding`() throws {
        func found(_ files: [String: String]) throws -> [String] {
            try withProject(files.merging(["Streams/a.yaml": "app.a:\n  schema_title: a/b\n"]) { $1 }) { folder in
                try folder.report().findings.filter { $0.rule == .unreadFile }
                    .map { "\($0.location.file.split(separator: "/").last ?? ""): \($0.remedy)" }
            }
        }
        #expect(try found(["Project.yml": "links: {}"]) == ["Project.yml: Rename it to Project.yaml."])
        #expect(
            try found(["project.yml": "links: {}", "Project.yaml": "links: {}"])
                == ["project.yml: Move its settings to Project.yaml, and remove it."])
        #expect(try found(["project.yml": "name: App\nattributes: {}\n", "Project.yaml": "links: {}"]) == [])
    }

    // MARK: - Settings

    @Test(arguments: [
        ("links: {bug: {required: true}}", "owner: a", ["1 missing-link"]),
        ("links: {bug: {}}", "owner: a", []),
        ("links: {bug: {}}", "links: {bgu: a}", ["3 malformed-link"]),
        ("links: {bug: {pattern: '^https:'}}", "links: {bug: 7}", ["3 setting-type"]),
        ("links: {bug: {pattern: '^https:'}}", "links: {bug: 'https://a'}", []),
        ("topic_prefixes: [eu.]", "links: {bug: a}", []),
        ("ignored_settings: [importance]", "importance: 1", []),
        ("ignored_settings: [sample.rates]", "sample: {unit: session, rate: 0.5, rates: 1}", []),
        ("ignored_settings: [other]", "importance: 1", ["3 unread-setting"]),
        ("topic_prefixes: [eu.]", "topic_prefixes: [us.]", ["3 unlisted-word"]),
        (
            "headers: [x-request-id]", "producers: {eventgate: {enrich_fields_from_http_headers: {http.a: x-a}}}",
            ["3 unlisted-word"]
        ),
        (
            "platforms: [ios]",
            "producers: {metrics_platform_client: {curation: {agent_client_platform: {in: [ios, android]}}}}",
            ["3 unlisted-word"]
        ),
    ])
    func `links, listed words and ignored settings`(project: String, setting: String, expected: [String]) throws {
        let stream = "app.search:\n  schema_title: a/b\n  \(setting)\n"
        try withProject(["Project.yaml": project, "Streams/a.yaml": stream]) { folder in
            let check = CatalogCheck(streams: "\(folder.path)/Streams")
            let found = check.findings.filter { $0.rule.id != "unknown-schema-title" }
            #expect(found.map { "\($0.location.line ?? 0) \($0.rule.id)" } == expected)
        }
    }

    @Test func `prefixes that end with a dot are quoted in a sentence`() throws {
        let stream = "app.search:\n  schema_title: a/b\n  topic_prefixes: [antarctica.]\n"
        try withProject(["Project.yaml": "topic_prefixes: [eu., us.]", "Streams/a.yaml": stream]) { folder in
            let found = CatalogCheck(streams: "\(folder.path)/Streams").findings.filter { $0.rule == .unlistedWord }
            #expect(found.map(\.remedy) == ["Add it to Project.yaml, or write one of “eu.”, “us.”."])
        }
    }

    @Test func `clients are not given links`() throws {
        try withProject(["Streams/a.yaml": "app.a:\n  schema_title: a/b\n  links: {bug: a}\n"]) { project in
            let settings = try StreamCatalog(directory: "\(project.path)/Streams").settings
            #expect(settings["app.a"]?["links"] == nil && settings["app.a"]?["schema_title"] == "a/b")
        }
    }
}
