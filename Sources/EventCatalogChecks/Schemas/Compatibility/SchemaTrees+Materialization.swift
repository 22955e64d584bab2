package import EventCatalog
package import EventSchemaTools

extension SchemaTrees {
    /// The versions that the repositories give, each with the others as folders in which references are searched, and
    /// with more such folders. If `isForced`, files with other content are to be replaced.
    package func materialization(bases: [SchemaBase] = [], isForced: Bool = false) -> Materialization {
        Materialization(
            trees.indices.map {
                Materialization(trees[$0], bases: bases + self.bases(of: $0), isForced: isForced)
            })
    }

    /// Writes the versions that the repositories give. They are made again after files were written, since one
    /// repository may refer to a version that another one has only now.
    ///
    /// - Parameters:
    ///   - bases: more folders in which references are searched. Empty by default.
    ///   - isForced: whether files with other content are replaced. The default is `false`.
    /// - Returns: the paths that were written, what keeps other versions from being written, and the versions.
    /// - Throws: `FileWriteError`, or `CatalogError` when a repository cannot be read again.
    package func writeVersions(
        bases: [SchemaBase] = [], isForced: Bool = false
    ) throws -> (paths: [String], findings: [CatalogFinding], made: Materialization) {
        var made = materialization(bases: bases, isForced: isForced)
        var (paths, findings) = try made.write()
        var hasChanged = !paths.isEmpty
        for _ in trees.dropFirst() where hasChanged {
            made = try SchemaTrees(directories: directories).materialization(bases: bases, isForced: isForced)
            let written = try made.write()
            paths += written.paths.filter { !paths.contains($0) }
            findings = written.findings
            hasChanged = !written.paths.isEmpty
        }
        return (paths, findings, made)
    }

    /// Those of the repositories that have something to write, such as one that is only read.
    package var incomplete: [SchemaTree] {
        trees.indices.filter { index in
            !Materialization(trees[index], bases: bases(of: index)).titles.allSatisfy(\.isComplete)
        }.map { trees[$0] }
    }

    /// The repository with a title that can be edited; `nil` if there is none.
    package func index(ofEdited title: String) -> Int? {
        let path = title.split(separator: "/").joined(separator: "/")
        return trees.firstIndex { $0[path]?.current != nil }
    }
}
