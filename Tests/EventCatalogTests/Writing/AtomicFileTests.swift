import CatalogTestSupport
import Foundation
import Testing

@testable import EventCatalog

@Suite struct AtomicFileTests {
    private func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func `a pipe stays a pipe, and its reader gets the bytes`() throws {
        try withFiles(["a": ""]) { folder in
            let pipe = "\(folder)/p"
            try #require(mkfifo(pipe, 0o600) == 0)
            let reader = open(pipe, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            try AtomicFile.write(Array("text".utf8), to: pipe)
            var buffer = [UInt8](repeating: 0, count: 9)
            #expect(Foundation.read(reader, &buffer, 9) == 4 && buffer.starts(with: "text".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "p"])
        }
    }

    @Test func `more than a pipe holds is written while it is read`() throws {
        try withFiles(["a": ""]) { folder in
            let pipe = "\(folder)/p"
            try #require(mkfifo(pipe, 0o600) == 0)
            // Opened for both, the pipe has a reader at once, and no end while it is open.
            let reader = FileHandle(fileDescriptor: open(pipe, O_RDWR), closeOnDealloc: true)
            let bytes = [UInt8](repeating: 7, count: 300_000)
            let writing = Thread { #expect(throws: Never.self) { try AtomicFile.write(bytes, to: pipe) } }
            writing.start()
            var count = 0
            while count < bytes.count, let part = try reader.read(upToCount: bytes.count - count) {
                count += part.count
            }
            #expect(count == bytes.count)
        }
    }

    @Test func `a file that cannot be written is named with the reason and not replaced`() throws {
        try withFiles(["text": "old"]) { folder in
            try #require(mkfifo("\(folder)/pipe", 0o600) == 0)
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/dangling", withDestinationPath: "nowhere")
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/loop", withDestinationPath: "loop")
            let reasons = [
                "pipe": "nothing reads", "dangling": "a symbolic link to a file that does not exist",
                "loop": "symbolic links", "no/a": "No such file", "text/": "Not a directory", ".": "folder",
            ]
            for (name, reason) in reasons {
                let path = "\(folder)/\(name)"
                let error = #expect(throws: FileWriteError.self) { try AtomicFile.write([65], to: path) }
                #expect(error?.file == path && error?.reason.contains(reason) == true, "\(String(describing: error))")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            #expect(names == ["dangling", "loop", "pipe", "text"])
            #expect(try read("\(folder)/text") == "old")
        }
    }

    @Test func `a file whose name has the maximum length, and one behind a link, are replaced`() throws {
        let name = String(repeating: "n", count: 255)
        try withFiles([name: "old", "area/b": "old"]) { folder in
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/link", withDestinationPath: "area/b")
            for path in [name, "link"] { try AtomicFile.write(Array("new".utf8), to: "\(folder)/\(path)") }
            #expect(try read("\(folder)/\(name)") == "new")
            #expect(try read("\(folder)/area/b") == "new")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "area/b")
        }
    }
}
