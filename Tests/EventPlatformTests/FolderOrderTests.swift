import Foundation
import TestSupport
import Testing

/// The order of the folders of `EventPlatform` that the page *Architecture* gives.
@Suite struct FolderOrderTests {
    private struct File {
        let folder: String
        let name: String
        /// The code without comments and texts, and without what `EventPlatformClient` only gives its name to.
        let code: String

        init(_ path: String) throws {
            let parts = path.split(separator: "/")
            (folder, name) = (parts.count == 1 ? "Client" : String(parts[0]), String(parts[parts.count - 1]))
            code = try String(contentsOf: Checkout.file("Sources/EventPlatform/\(path)"), encoding: .utf8)
                .replacing(/\/\/.*|"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"/, with: "")
                .replacing(/EventPlatformClient\.|extension EventPlatformClient\b/, with: "")
        }

        /// The types that other files may name.
        var types: [String] {
            let declaration =
                /(?m:^)(?:(?:public|package|final|indirect|@\w+) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
            return code.matches(of: declaration).map { String($0.1) }
        }

        var names: Set<Substring> { Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }) }
    }

    private static func files() throws -> [File] {
        let folder = Checkout.file("Sources/EventPlatform").path
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { try File($0) }
    }

    private static func order() throws -> [String] {
        let page = try String(
            contentsOf: Checkout.file("Sources/EventPlatform/Documentation.docc/Architecture.md"), encoding: .utf8)
        let list = try #require(page.firstMatch(of: /uses only those before it in ([\w,\s]+)\./)).1
        return list.split { ", \n".contains($0) }.map(String.init)
    }

    @Test func `each folder uses only those before it`() throws {
        let (files, order) = (try Self.files(), try Self.order())
        #expect(Set(files.map(\.folder)) == Set(order) && order.count == Set(order).count)
        var folders: [String: Set<String>] = [:]
        for file in files { for type in file.types { folders[type, default: []].insert(file.folder) } }
        for file in files {
            let earlier = Set(order.prefix { $0 != file.folder } + [file.folder])
            let later = file.names.filter { folders[String($0)]?.isDisjoint(with: earlier) == true }
            #expect(later.isEmpty, "\(file.folder)/\(file.name) uses \(later.sorted()) of a later folder")
        }
    }
}
