import EventIntake
import Foundation
import TestSupport
import Testing

@Suite(.waitLimit) struct ReadmeTests {
    @Test func `the first instrument in the README is compiled and sends its event`() async throws {
        let readme = try String(contentsOf: Checkout.file("README.md"), encoding: .utf8)
        let source = try String(contentsOf: Checkout.file("Tests/EndToEndTests/FirstInstrument.swift"), encoding: .utf8)
        #expect(readme.contains("```swift\n\(source)```"))
        let body = source.split(separator: "\n").filter { !$0.hasPrefix("import") }
        #expect(body.count < 15)

        let folder = try TemporaryFolder()
        defer { folder.remove() }
        try await withIntake(Checkout.intakeConfiguration(store: folder.path("intake.sqlite"))) { intake in
            await firstInstrument(platform: intake.url, events: folder.file("events.sqlite"))
            let events = try intake.store.events()
            #expect(events.map(\.stream) == ["app.interactions"])
        }
    }

    @Test func `the traits in the README and in their article are those of the package`() throws {
        let manifest = try String(contentsOf: Checkout.file("Package.swift"), encoding: .utf8)
        let traits = Set(manifest.matches(of: /\.trait\(\s*name: "(\w+)"/).map(\.1))
        let articlePath = "Sources/EventPlatform/Documentation.docc/PackageTraits.md"
        let article = try String(contentsOf: Checkout.file(articlePath), encoding: .utf8)
        #expect(Set(article.matches(of: /\n\| `(\w+)`[^`|]*\|/).map(\.1)) == traits)
        let readme = try String(contentsOf: Checkout.file("README.md"), encoding: .utf8)
        let named = readme.matches(of: /`\["(.+?)"\]`/).flatMap { $0.1.split(separator: "\", \"") }
        #expect(named.count > 4 && traits.isSuperset(of: named), "\(named)")
    }

    @Test func `every command in the README's table exists and has an example in its help`() async throws {
        let help = try await Child.run("eventctl", ["--help"])
        let readme = try String(contentsOf: Checkout.file("README.md"), encoding: .utf8)
        let named = readme.matches(of: /\| `eventctl ([a-z]+)` \|/).map { String($0.1) }
        #expect(named.count >= 5)
        for command in named { #expect(help.output.contains("  \(command) "), "\(command) in the help") }
        for command in named {
            let help = try await Child.run("eventctl", [command, "--help"])
            #expect(help.status == 0 && help.output.contains("EXAMPLE"), "\(command) --help has an example")
        }
    }

    @Test func `without arguments the map is printed`() async throws {
        let result = try await Child.run("eventctl", [])
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(result.output.hasPrefix("You want to") && result.output.contains("init NAME"))
    }
}
