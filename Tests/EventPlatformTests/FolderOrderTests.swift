import Foundation
import TestSupport
import Testing

/// References between the folders of a target go one way.
@Suite struct FolderOrderTests {
    /// The folders of `EventPlatform`, each of which uses only those before it. The page *Architecture* says so too.
    private static let order = [
        "Clock", "Diagnostics", "Transport", "PrimaryTraffic", "Store", "Identity", "Events", "StreamConfiguration",
        "Context", "Sampling", "Instruments", "InputBuffer", "Validation", "Experiments", "Dispatch", "Client", "Core",
        "Explanation", "Remote", "StoreTools",
    ]

    private struct File {
        /// In the folder of the target.
        let path: String
        /// Such as `Streams/Checks`; empty for a file beside the folders.
        let folder: String
        let name: String
        /// The code without comments and texts, and without what `EventPlatformClient` only gives its name to.
        let code: String

        init(_ path: String, of target: String) throws {
            self.path = path
            let parts = path.split(separator: "/")
            (folder, name) = (parts.dropLast().joined(separator: "/"), String(parts[parts.count - 1]))
            code = try String(contentsOf: Checkout.file("Sources/\(target)/\(path)"), encoding: .utf8)
                .replacing(/\/\/.*|"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"/, with: "")
                .replacing(/EventPlatformClient\.|extension EventPlatformClient\b/, with: "")
        }

        /// The folder in the target's own; the files beside the folders belong to `Core`.
        var mainFolder: String { folder.isEmpty ? "Core" : String(folder.prefix { $0 != "/" }) }

        /// The types that other files may name.
        var types: [String] {
            let declaration =
                /(?m:^)(?:(?:public|package|final|indirect|@\w+) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
            return code.matches(of: declaration).map { String($0.1) }
        }

        var names: Set<Substring> { Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }) }
    }

    private static func files(of target: String) throws -> [File] {
        let folder = Checkout.file("Sources/\(target)").path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { try File($0, of: target) }
    }

    /// The folders that declare a type, by its name.
    private static func folders(of files: [File], _ folder: (File) -> String) -> [String: Set<String>] {
        var folders: [String: Set<String>] = [:]
        for file in files { for type in file.types { folders[type, default: []].insert(folder(file)) } }
        return folders
    }

    @Test func `each folder uses only those before it`() throws {
        let (files, order) = (try Self.files(of: "EventPlatform"), Self.order)
        #expect(Set(files.map(\.mainFolder)) == Set(order))
        let folders = Self.folders(of: files, \.mainFolder)
        for file in files {
            let earlier = Set(order.prefix { $0 != file.mainFolder } + [file.mainFolder])
            let later = file.names.filter { folders[String($0)]?.isDisjoint(with: earlier) == true }
            #expect(later.isEmpty, "\(file.folder)/\(file.name) uses \(later.sorted()) of a later folder")
        }
    }

    /// Where `EventPlatform` may read a clock, random numbers, a thread or the environment. Everywhere else these are
    /// given, so that the same messages give the same rows and the same bodies; see ``DeterminismTests``.
    private static let sources: Set<String> = [
        "Client/Environment.swift", "Clock/Clocks.swift", "Identity/SystemRandom.swift",
        "Transport/TimeLimitedConnection.swift",  // the default of its clocks, for tools
        "Store/Opening/StoreLocation.swift",  // the place for the state of applications
        "Store/SQLite/StoreSchema.swift",  // the id of a file
        "Store/Rebuilding/RebuiltNames.swift",  // the time of arrival that a damaged file has lost
        "StoreTools/StoreEditor.swift",  // a tool, which has no client
        "EventPlatformClient.swift", "Dispatch/Reachability.swift",  // queues, for a file and for the system's reports
    ]

    @Test func `clocks, random numbers, threads and the environment are given`() throws {
        let reading =
            #/
            \b(?: (?:Date|UUID|SystemClocks|SystemRandom|SystemRandomNumberGenerator)\(\) | Date\.now\b
            | (?:Continuous|Suspending)Clock\b | Task\.sleep\b | Thread\b | Dispatch(?:Queue|Time|Source)\b
            | ProcessInfo\b | (?:secure_)?getenv\( | clock_gettime\( | gettimeofday\( | getpid\( | time\(nil
            | arc4random | shuffled?\( | randomElement\( )
            | \.random\(in:
            /#.wordBoundaryKind(.simple)
        let found = try Self.files(of: "EventPlatform").filter { $0.code.contains(reading) }
        #expect(Set(found.map(\.path)) == Self.sources)
    }

    @Test func `every endpoint of the intake is in the folder of routes`() throws {
        let files = try Self.files(of: "EventIntake").filter { $0.code.contains(/\bEndpoint\(\s*method:/) }
        #expect(files.count > 10 && files.allSatisfy { $0.folder == "Routes" })
    }

    /// A file beside the folders, such as the intake's configuration, uses all folders and is used by all.
    @Test(arguments: [
        "EventSchema", "EventStreams", "EventSupport", "EventPlatformTesting", "EventCatalog", "EventSchemaTools",
        "EventCatalogChecks", "EventIntake", "EventSimulation", "eventctl",
    ])
    func `no folders use each other in a circle`(target: String) throws {
        let files = try Self.files(of: target).filter { !$0.folder.isEmpty }
        let folders = Self.folders(of: files, \.folder)
        var used: [String: Set<String>] = [:]
        for file in files {
            let others = file.names.compactMap { folders[String($0)] }.filter { !$0.contains(file.folder) }
            used[file.folder, default: []].formUnion(others.filter { $0.count == 1 }.joined())
        }
        // A folder is taken away when it uses none of those that are left.
        while let (folder, _) = used.first(where: { $0.value.isDisjoint(with: used.keys) }) { used[folder] = nil }
        #expect(used.isEmpty, "\(used) of \(target)")
    }
}
