import EventCatalog

extension SchemaRepository {
    /// Reads repositories as they are: a file that is out of order is a line on standard error, with its place first,
    /// and only its schema is missing.
    init(reporting roots: [String]) throws {
        try self.init(forToolsIn: roots)
        for finding in findings { Output.errorLine("\(finding)") }
        if !missingURIs.isEmpty {
            Output.errorLine("eventctl: missing because of these mistakes: \(missingURIs.joined(separator: ", "))")
        }
    }
}
