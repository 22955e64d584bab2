import EventCatalog

/// The error for a name that a new package cannot have.
struct InvalidPackageName: Error, Hashable, CustomStringConvertible {
    /// What is wrong with it, and what to do.
    let description: String
}

/// The name of a new package and of its module, whose spelling in snake case is in the names of schema and stream.
struct PackageName: Hashable {
    let text: String
    /// The beginning of the schema's title and of the stream's name.
    var area: String { text.snakeCased }

    /// - Throws: ``InvalidPackageName`` when no Swift module can have the name, or this package cannot.
    init(_ text: String) throws(InvalidPackageName) {
        if let reason = Self.reason(text) {
            throw InvalidPackageName(description: "No package can have the name '\(text)': \(reason).")
        }
        self.text = text
    }

    private static func reason(_ text: String) -> String? {
        if text.contains("/") {
            return "it is a path; change to the folder that the package is to be in, and give a name alone"
        }
        guard text.unicodeScalars.allSatisfy(allowed.contains), text.first?.isLetter == true else {
            return
                "a name of a Swift module has letters and digits of ASCII and underscores, with a letter in front; "
                + "give a name such as \(suggestion(for: text))"
        }
        if text.count > maximumLength { return "it has more than \(maximumLength) characters" }
        if keywords.contains(text) { return "it is a word of Swift; give a name such as \(text)App" }
        guard modules.contains(text) else { return nil }
        return "it is the name of a module that the package is built with; give a name such as \(text)App"
    }

    private static func suggestion(for text: String) -> String {
        let name = text.unicodeScalars.map { allowed.contains($0) ? String($0) : "_" }.joined()
        let begun = name.drop { !$0.isLetter }
        return begun.contains(where: \.isLetter) ? String(begun.prefix(maximumLength)) : "podcasts"
    }

    private static let allowed = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".unicodeScalars)
    /// As for names of streams, which begin with it.
    private static let maximumLength = 64

    /// Words that cannot stand after `import`.
    private static let keywords: Set = [
        "actor", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class", "consuming",
        "continue", "default", "defer", "deinit", "do", "dynamic", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "main",
        "macro", "nil", "open", "operator", "package", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while", "Any", "Type", "Protocol",
    ]

    /// Modules of the system, and of the platform with what it is built from.
    static let modules: Set = [
        "Swift", "Foundation", "FoundationNetworking", "Testing", "XCTest", "Glibc", "Musl", "Darwin",
        "PackageDescription",
        "EventCatalog", "EventCatalogChecks", "EventCatalogTesting", "EventIntake", "EventIntakeKafka", "EventPlatform",
        "EventPlatformTesting", "EventPlatformURLSession", "EventPlot", "EventSchema", "EventSchemaTools",
        "EventSimulation", "EventStreams", "EventSupport", "eventctl", "CConsole", "CRdKafka", "CZlib",
        "CatalogTrait", "ClientTrait", "CommandLineTrait", "IntakeTrait",
        "ArgumentParser", "AsyncHTTPClient", "CoreMetrics", "GRDB", "GRDBSQLite", "HTTPTypes", "HeapModule",
        "Hummingbird", "HummingbirdCore", "InMemoryLogging", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
        "NIOHTTPTypesHTTP1", "NIOPosix", "NIOSSL", "ServiceLifecycle", "UnixSignals", "Yams",
    ]
}
