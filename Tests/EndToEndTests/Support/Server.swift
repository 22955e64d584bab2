import EventSchema
import Foundation
import Testing

/// `eventctl serve` in a process of its own.
struct Server {
    let child: Child
    let url: String
    let store: String

    /// Starts a server and waits until it is ready.
    static func start(store: String, port: Int = 0, _ arguments: [String] = []) async throws -> Server {
        let child = try Child("eventctl", ["serve", "--port", "\(port)", "--store", store] + arguments)
        let line = await child.firstLine()
        guard let url = line?.split(separator: " ").last, line?.hasPrefix("ready http://") == true else {
            let result = await child.result()
            throw Failure(description: "serve did not start (\(result.status)): \(line ?? "") \(result.errors)")
        }
        return Server(child: child, url: String(url), store: store)
    }

    struct Failure: Error, CustomStringConvertible { let description: String }

    var port: Int { URL(string: url)?.port ?? 0 }

    /// Terminates the server and expects exit status 0.
    func stop() async {
        child.send(SIGTERM)
        let result = await child.result()
        #expect(result.status == 0, "serve ended with \(result.status): \(result.errors)")
    }

    /// The events in the server's store, read by `eventctl received`.
    func received() async throws -> [JSONValue] {
        let result = try await Child.run("eventctl", ["received", "--store", store])
        #expect(result.status == 0, "\(result.errors)")
        return try result.output.split(separator: "\n").map { try JSONValue(parsingLeniently: Array($0.utf8)) }
    }
}
