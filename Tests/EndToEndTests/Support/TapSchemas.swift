import Foundation
import TestSupport

/// A repository with two versions of the schema `app/tap`, of which the second breaks the first.
struct TapSchemas {
    private let folder: TemporaryFolder

    static let old = """
        title: app/tap
        $id: /app/tap/1.0.0
        type: object
        properties:
          button: {type: string, maxLength: 64}
          theme: {type: string, enum: [light, dark]}

        """
    static let new = """
        title: app/tap
        $id: /app/tap/1.1.0
        type: object
        required: [button]
        properties:
          button: {type: string, maxLength: 128}
          theme: {type: string, enum: [light, dark, sepia]}

        """

    /// Calls `body` with the repository, which is removed afterwards.
    static func with<Result>(_ body: (TapSchemas) async throws -> Result) async throws -> Result {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try FileManager.default.createDirectory(at: folder.file("Schemas/app/tap"), withIntermediateDirectories: true)
        try folder.write(old, to: "Schemas/app/tap/1.0.0.yaml")
        try folder.write(new, to: "Schemas/app/tap/1.1.0.yaml")
        return try await body(TapSchemas(folder: folder))
    }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: "Schemas/app/tap/\(name)") }

    /// The result of `eventctl schemas` in the folder above the repository.
    func run(_ arguments: String...) async throws -> Child.Result { try await run(arguments) }

    /// The result of `eventctl schemas` in the folder above the repository.
    func run(_ arguments: [String]) async throws -> Child.Result {
        await (try Child("eventctl", ["schemas"] + arguments, directory: folder.url)).result()
    }

    /// The result of `eventctl check` in the folder above the repository.
    func check(_ arguments: String...) async throws -> Child.Result {
        await (try Child("eventctl", ["check"] + arguments, directory: folder.url)).result()
    }

    /// Makes a commit of what is there.
    func commit() async throws {
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        for arguments in [["init", "--quiet"], ["add", "."], author + ["commit", "--quiet", "--message", "Begin"]] {
            let git = try Child(program: URL(filePath: "/usr/bin/env"), ["git"] + arguments, directory: folder.url)
            let result = await git.result()
            guard result.status == 0 else { throw GitFailure(errors: result.errors) }
        }
    }

    struct GitFailure: Error { let errors: String }
}
