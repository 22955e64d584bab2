package import EventCatalog
import EventSchema
import EventSupport

extension Rule {
    package static let editedVersion = Rule(
        "edited-version", .error, "A published version was edited, moved or removed.",
        reason: "Programs and the intake that have the version as it was judge events by it for years.",
        mistake: edit(RuleExample.tap() + "maxProperties: 9\n"), corrected: edit())

    package static let rewordedVersion = Rule(
        "reworded-version", .error, "The words, examples or form of a published version were edited.",
        reason: "No event is judged in another way, but programs and caches have a file of other bytes.",
        mistake: edit("# One.\n" + RuleExample.tap()), corrected: edit())

    /// A version that a base has, and what has become of it.
    private static func edit(_ after: String = RuleExample.tap()) -> RuleExample {
        ["before/app/tap/1.0.0.yaml": RuleExample.tap(), "after/app/tap/1.0.0.yaml": after]
    }
}

/// Finds versions that were published at an earlier commit and are not the same bytes now.
package struct FrozenVersions {
    private let tree: SchemaTree
    /// The other repositories of the project: a title may move to one of them, since its URI stays.
    private let others: [SchemaTree]
    private let base: SchemaTree
    /// The commit in findings.
    private let commit: String

    package init(_ tree: SchemaTree, beside others: [SchemaTree], since base: SchemaTree, called commit: String) {
        (self.tree, self.others, self.base, self.commit) = (tree, others, base, commit)
    }

    package var findings: [CatalogFinding] { base.titles.flatMap(findings(in:)) }

    private func findings(in folder: SchemaTitleFolder) -> [CatalogFinding] {
        folder.names.filter { SchemaTitleFolder.version(inName: $0) != nil && $0 != base.settings.currentName }
            .compactMap { name in
                let path = folder.path.isEmpty ? name : "\(folder.path)/\(name)"
                return finding(path, name, folder)
            }
    }

    private func finding(_ path: String, _ name: String, _ folder: SchemaTitleFolder) -> CatalogFinding? {
        let file = "\(tree.root)/\(path)"
        // A link without a target, a folder, or a text that is neither YAML nor JSON was not a version that anybody
        // could read.
        let before: [UInt8]
        do { before = try SourceDocument.bytes(of: "\(base.root)/\(path)") } catch { return nil }
        guard FileKind(at: file) == .regular else {
            let value: JSONValue
            do { value = try SourceDocument(bytes: before, file: name).value } catch { return nil }
            let folders = ([tree] + others).compactMap { $0[folder.path] }
            return folders.contains { isHeld(in: $0, value, name) } ? nil : missing(file, before, name)
        }
        do {
            let now = try SourceDocument.bytes(of: file)
            // Line ends are those of a checkout; that they are others has a rule of its own.
            return now.withoutReturns == before.withoutReturns ? nil : edited(file, before, now)
        } catch { return error.findings.first }
    }

    /// Whether a title still has the version, under the name of a file with another ending or in another repository.
    private func isHeld(in folder: SchemaTitleFolder, _ before: JSONValue, _ name: String) -> Bool {
        let number = SchemaTitleFolder.version(inName: name)
        return folder.versions.contains { $0.version == number && $0.document.value == before }
    }

    private func missing(_ file: String, _ before: [UInt8], _ name: String) -> CatalogFinding {
        let documents = tree.titles.flatMap { $0.versions.map(\.document) }
        let copy = documents.first { $0.bytes == before && $0.file.hasSuffix("/\(name)") }
        let problem = copy.map { "is now \($0.file)" } ?? "is gone"
        return CatalogFinding(
            .editedVersion, SourceLocation(file: copy?.file ?? file),
            "The version \(file), which \(commit) has, \(problem).",
            remedy: "Put it back: \(restoringCommand(for: file))")
    }

    private func edited(_ file: String, _ before: [UInt8], _ now: [UInt8]) -> CatalogFinding {
        let (rule, difference) = Self.difference(file, before, now)
        let line = zip(before, now).prefix { $0 == $1 }.count { $0.0 == UInt8(ascii: "\n") } + 1
        return CatalogFinding(
            rule, SourceLocation(file: file, line: line, column: 1),
            "The version was edited since \(commit): \(difference)",
            remedy: "Undo the edit, and make a new version: \(restoringCommand(for: file))")
    }

    private func restoringCommand(for file: String) -> String {
        PublishedFile(file, from: base.root + file.dropFirst(tree.root.count), in: commit).restoringCommand
    }

    private static func difference(_ file: String, _ before: [UInt8], _ now: [UInt8]) -> (Rule, words: String) {
        do {
            let (old, new) = (try SourceDocument(bytes: before, file: file), try SourceDocument(bytes: now, file: file))
            let changes = SchemaComparison(old: old.value, new: new.value).changes
            let effective = changes.first { !$0.isWithoutEffect }
            guard let first = effective ?? changes.first else {
                return (.rewordedVersion, "comments, the order of keys or the form differ.")
            }
            let words = changes.count == 1 ? first.words : "\(first.words), and \(changes.count - 1) more"
            return (
                effective == nil ? .rewordedVersion : .editedVersion,
                "\(words).\(refusal(by: changes, old.value, new.value))"
            )
        } catch {
            return (.editedVersion, "it cannot be read any more.")
        }
    }

    /// An event that the version accepted and refuses now, as a sentence after a space; empty if none is found.
    private static func refusal(by changes: [SchemaChange], _ old: JSONValue, _ new: JSONValue) -> String {
        let trial: CompatibilityTrial
        do throws(UncompiledVersion) { trial = try CompatibilityTrial(old: old, new: new) } catch {
            guard changes.contains(where: { $0.verdict == .breaking }) else { return "" }
            return " No event was tried, since the version as it \(error.isOld ? "was" : "is") cannot be compiled."
        }
        let witnesses = changes.lazy.filter { $0.verdict == .breaking }.compactMap { trial.witness(for: $0).0 }
        return witnesses.first.map { " It accepted \($0.event.shortened.jsonText), which it refuses: \($0.message)." }
            ?? ""
    }
}

extension [UInt8] {
    fileprivate var withoutReturns: [UInt8] { filter { $0 != UInt8(ascii: "\r") } }
}
