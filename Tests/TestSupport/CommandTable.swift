import Foundation

/// The table of the article *A project's own words* that says which command reads what of `Project.yaml`.
package struct CommandTable {
    /// The commands of each row: those that read all of the file, those that read a part, those that read nothing.
    package let rows: [[String]]

    package init() throws {
        let page = Checkout.file("Sources/EventCatalog/Documentation.docc/AProjectsOwnWords.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let table = text.components(separatedBy: "## Which command reads what").last ?? ""
        rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
            let commands = row.split(separator: "|")[0]
            return commands.matches(of: /`([a-z -]+)`/).map { String($0.1) }
        }
    }
}
