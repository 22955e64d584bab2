import Foundation

@testable import EventSchema

/// JSON and JSON Schema, each beside a plain second way to the same result.
///
/// The first byte chooses: a text is read, beside a plain reader; the document in the first line is changed by the edits
/// in the others, beside a tree; or the schema in the first line, of draft 7 or 2020-12, judges the others, beside a
/// plain reading of its keywords.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    guard size > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    let input = Array(bytes.dropFirst())
    let problem =
        switch bytes[0] % 4 {
        case 0: Reading.problem(with: input)
        case 1: Editing.problem(with: input)
        case 2: Validating(dialect: .draft7).problem(with: input)
        default: Validating(dialect: .draft202012).problem(with: input)
        }
    guard let problem else { return 0 }
    FileHandle.standardError.write(Data((problem + "\n").utf8))
    abort()
}

extension [UInt8] {
    fileprivate var lines: [[UInt8]] {
        split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
    }
}

private func value(in text: [UInt8]) -> JSON? {
    do { return try JSON(parsing: text) } catch { return nil }
}

/// The parser beside one that reads a character at a time, and the index of what is read beside that of what is written.
private enum Reading {
    static func problem(with text: [UInt8]) -> String? {
        let plain = Result { try PlainReader.read(text) }
        let read = Result { () throws(JSONParseError) in try JSON(parsing: text) }
        switch (plain, read) {
        case (.failure, .failure): return nil
        case (.success, .failure(let error)):
            // These two limits are the parser's own.
            if error.code == .tooDeep || error.code == .exponentTooLarge { return nil }
            return "only the parser refuses it: \(error)"
        case (.failure, .success): return "only the parser takes it"
        case (.success(let tree), .success(let json)):
            guard JSONValue(json) == tree else { return "the parser reads another value" }
            let written = JSON(tree)
            guard Array(written.bytes) == tree.jsonBytes else { return "two ways of writing" }
            guard json.compactBytes == tree.jsonBytes else { return "the compact bytes are not the tree's" }
            guard let again = value(in: tree.jsonBytes) else { return "what was written cannot be read" }
            return again.document.index.nodes == written.document.index.nodes ? nil : "what is built has another index"
        }
    }
}

/// Edits of a document beside the same changes of a tree. An edit is a path with dots, and a value or nothing.
private enum Editing {
    static func problem(with text: [UInt8]) -> String? {
        let lines = text.lines
        guard let json = value(in: lines[0]) else { return nil }
        var tree = JSONValue(json)
        var edits: [JSONEdit] = []
        for line in lines.dropFirst().prefix(20) {
            let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard let first = parts.first, let path = String(validating: first, as: UTF8.self) else { continue }
            let names = path.split(separator: ".").map(String.init)
            guard !names.isEmpty else { continue }
            if parts.count == 1 {
                edits.append(.remove(names))
                tree.remove(names[...])
            } else if let value = value(in: Array(parts[1])) {
                edits.append(.set(names, to: value))
                tree.set(JSONValue(value), names[...])
            }
        }
        guard !edits.isEmpty else { return nil }
        let changed = json.changing(edits)
        guard JSONValue(changed) == tree else { return "the edits give \(changed), not \(tree)" }
        guard let again = value(in: Array(changed.bytes)) else { return "\(changed) cannot be read" }
        return again.document.index.nodes == changed.document.index.nodes ? nil : "\(changed) has another index"
    }
}

extension JSONValue {
    fileprivate mutating func set(_ value: JSONValue, _ path: ArraySlice<String>) {
        guard let name = path.first else { return self = value }
        guard case .object(var object) = self else { return }
        var member = object[name] ?? [:]
        member.set(value, path.dropFirst())
        object[name] = member
        self = .object(object)
    }

    fileprivate mutating func remove(_ path: ArraySlice<String>) {
        guard let name = path.first, case .object(var object) = self, var member = object[name] else { return }
        member.remove(path.dropFirst())
        object[name] = path.count == 1 ? JSONValue?.none : member
        self = .object(object)
    }
}

/// A schema's verdicts beside those of a plain reading, and beside its findings.
private struct Validating {
    let dialect: Dialect

    /// What the plain reading does not know: other bases and dialects, and other references than pointers.
    private static let unknown = ["$id", "$schema", "$anchor", "$dynamic", "$vocabulary", "%", "\\u"]

    func problem(with text: [UInt8]) -> String? {
        let lines = text.lines
        guard let source = value(in: lines[0]).map(JSONValue.init) else { return nil }
        let compiled = Result { () throws(SchemaError) in
            try Schema(source, mode: .standard(assertsFormats: false), dialect: dialect)
        }
        guard case .success(let schema) = compiled else { return nil }
        let plain = PlainValidator(root: source, isLater: dialect == .draft202012)
        let isKnown = !Self.unknown.contains { String(decoding: lines[0], as: UTF8.self).contains($0) }
        for line in lines.dropFirst().prefix(10) {
            guard let instance = value(in: line) else { continue }
            let isValid = schema.isValid(instance)
            let findings = schema.findings(in: instance)
            guard findings.isEmpty == isValid else { return "\(instance): two verdicts" }
            let isBounded = findings.contains { $0.message.contains("the limit") }
            guard isKnown, !isBounded else { continue }
            guard plain.isValid(JSONValue(instance)) == isValid else { return "\(instance): wrongly \(isValid)" }
        }
        return nil
    }
}
