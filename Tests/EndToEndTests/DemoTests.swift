import EventSchema
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.waitLimit) struct DemoTests {
    @Test func `the demo accounts for every event and shows each common reason of a drop`() async throws {
        let result = try await Child.run("eventctl", ["demo"])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("store are equal"))
        for way in ["outOfSample", "curated", "invalid", "unknownStream"] {
            #expect(result.output.contains(way), "\(way)")
        }
    }

    @Test(arguments: ["periodic", "immediate", "manual", "power-save", "piggyback"])
    func `the demo of each dispatch mode sends requests and accounts for every event`(name: String) async throws {
        let result = try await Child.run("eventctl", ["demo", "--mode", name])
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.contains("mode     \(name): ") && result.output.contains("store are equal"))
        #expect(result.output.contains(" s            → POST "), "\(result.output)")
        if name == "piggyback" { #expect(result.output.contains("the app's own GET /"), "\(result.output)") }
    }

    /// Fails when the demo reads the folder that it is called in.
    @Test(arguments: [["demo"], ["demo", "--mode", "manual"], ["demo", "--remote-config"]])
    func `the demo needs no files`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let result = try await Child("eventctl", arguments, directory: folder.url).result()
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `the demo's console is open until the demo is stopped, with the events that have arrived`() async throws
    {
        let child = try Child("eventctl", ["demo", "--console"])
        let intake = try #require(await child.firstLine()?.split(separator: " ").dropFirst().first)
        let page = try #require(URL(string: "\(intake)/console"))
        let (_, response) = try await URLSession.shared.data(from: page)
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        let explained = try await requestJSON(
            "\(intake)/explain", posting: ["stream": "app.search_suggestions", "device": "d"])
        #expect(explained["reason"] == "outOfSample")
        let addresses = try await requestJSON("\(intake)/")["addresses"]?.array ?? []
        #expect(addresses.contains("/explain") && !addresses.contains("/findings"))
        child.send(SIGTERM)
        let result = await child.result()
        #expect(result.status == 0 && result.output.contains("console  \(page)"), "\(result.output)\(result.errors)")
    }

    @Test func `the demo of a remote configuration has the findings of its document`() async throws {
        let child = try Child("eventctl", ["demo", "--remote-config", "--console"])
        let intake = try #require(await child.firstLine()?.split(separator: " ").dropFirst().first)
        #expect(try await requestJSON("\(intake)/findings")["files"] == 1)
        child.send(SIGTERM)
        _ = await child.result()
    }
}
