import CatalogTestSupport
import Foundation
import TestSupport
import Testing

@testable import EventCatalog

@Suite struct OutputFolderTests {
    private let files = ["a.yaml", "b.yaml"].map { (name: $0, bytes: Array("\($0)\n".utf8)) }

    private func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func `files are written into a new folder, and beside what is in another`() throws {
        try withFiles(["there/c.yaml": "c"]) { root in
            for (folder, expected) in [("new", ["a.yaml", "b.yaml"]), ("there", ["a.yaml", "b.yaml", "c.yaml"])] {
                try OutputFolder.write(files, into: "\(root)/\(folder)")
                #expect(try names(in: "\(root)/\(folder)") == expected)
            }
            #expect(try names(in: root) == ["new", "there"])
        }
    }

    @Test func `a folder below one that is missing is an error that names it`() throws {
        try withFiles(["a": ""]) { root in
            let error = #expect(throws: FileWriteError.self) { try OutputFolder.write(files, into: "\(root)/no/new") }
            #expect(error?.file == "\(root)/no/new" && error?.reason.hasPrefix("there is no folder above it") == true)
        }
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "this process may not mount a file system"))
    func `on a full disk there is no new folder`() throws {
        let disk = try SmallDisk(bytes: 1 << 20)
        defer { #expect(throws: Never.self) { try disk.remove() } }
        let large = files + [(name: "c.yaml", bytes: [UInt8](repeating: 65, count: 2 << 20))]
        #expect(throws: FileWriteError.self) { try OutputFolder.write(large, into: disk.file("new").path) }
        #expect(try names(in: disk.url.path) == [])
    }
}
