import Foundation
import TestSupport
import Testing

/// The page about writing a schema and a stream, `WriteASchemaAndAStream`.
@Suite(.waitLimit) struct WritingPageTests {
    private static let page = Result { try Page("Sources/EventCatalog/Documentation.docc/WriteASchemaAndAStream.md") }

    @Test func `the example of the page is valid, and each mistake is reported as printed`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let blocks = try Self.page.get().blocks
        var mistakes = 0
        for (index, block) in blocks.enumerated() {
            if case .command(let command) = block { try await folder.run(command) }
            guard case .file(let path, let text) = block else { continue }
            let isNew = !FileManager.default.fileExists(atPath: folder.path(path))
            let previous = isNew ? nil : try String(contentsOf: folder.file(path), encoding: .utf8)
            try folder.write(page: text, to: path)
            guard index + 1 < blocks.count, case .output(let lines) = blocks[index + 1] else { continue }
            #expect(try folder.catalogFindings() == lines, "\(path)")
            mistakes += 1
            // The next mistake stands alone again.
            if let previous { try folder.write(previous, to: path) } else { folder.remove(path) }
        }
        #expect(mistakes >= 6)
        #expect(try folder.catalogFindings().isEmpty)
        // The finished example.
        for path in ["Schemas/shop/order_paid/current.yaml", "Schemas/shop/order_paid/1.0.0.yaml"] {
            let made = try String(contentsOf: folder.file(path), encoding: .utf8)
            #expect(try String(contentsOf: Checkout.file("Examples/Server/\(path)"), encoding: .utf8) == made)
        }
    }
}

extension TemporaryFolder {
    /// Runs a command of the page, which is `eventctl`, in this folder.
    func run(_ command: String) async throws {
        let result = try await Child(
            program: URL(fileURLWithPath: "/bin/bash"), ["-c", command], directory: url,
            environment: ["PATH": "\(Child.products.path):/usr/bin:/bin"]
        ).result()
        #expect(result.status == 0, "\(command): \(result.errors)")
    }

    fileprivate func remove(_ path: String) {
        do { try FileManager.default.removeItem(at: file(path)) } catch { Issue.record("\(error)") }
    }
}
