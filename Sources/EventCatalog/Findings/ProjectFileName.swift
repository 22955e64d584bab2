/// The name of the file of a project, and its misspellings.
enum ProjectFileName {
    static let right = "Project.yaml"
    private static let misspelt: Set = ["project.yaml", "project.yml"]

    /// Whether a name is almost the right one, so that the file is not read.
    static func isMisspelt(_ name: some StringProtocol) -> Bool {
        name != right && misspelt.contains(name.lowercased())
    }

    /// Whether a path is that of a file with the name, or almost.
    static func ends(_ path: String) -> Bool {
        let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
        // Sorting asks this of every finding.
        guard name.utf8.count == right.utf8.count || name.hasSuffix(".yml") else { return false }
        return name == right || isMisspelt(name)
    }
}
