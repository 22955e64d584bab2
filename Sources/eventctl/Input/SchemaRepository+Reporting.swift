import EventCatalog

extension SchemaRepository {
    /// Reads repositories as they are: a file that is out of order is a line on standard error, with its place first,
    /// and only its schema is missing.
    init(reporting roots: [String]) throws {
        try self.init(roots: roots, isStrict: false)
        for finding in findings { Output.errorLine("\(finding)") }
        if !missingURIs.isEmpty {
            Output.errorLine("eventctl: missing because of these mistakes: \(missingURIs.joined(separator: ", "))")
        }
    }
}
