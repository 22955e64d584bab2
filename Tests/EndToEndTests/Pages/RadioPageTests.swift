import Foundation
import TestSupport
import Testing

/// The page about what piggy-back dispatch saves, `WhatPiggybackSaves`.
@Suite(.waitLimit) struct RadioPageTests {
    private static let folder = "Sources/EventPlatform/Documentation.docc"

    @Test func `the commands of the page print what the page shows`() async throws {
        let blocks = try Page("\(Self.folder)/WhatPiggybackSaves.md").blocks
        var commands = 0
        for (block, next) in zip(blocks, blocks.dropFirst()) {
            guard case .command(let text) = block, case .output(let lines) = next else { continue }
            let words = text.split(separator: " ").map(String.init)
            let result = try await Child.run(try #require(words.first), Array(words.dropFirst()))
            #expect(result.status == 0 && result.errors.isEmpty, "\(text): \(result.errors)")
            #expect(result.output == lines.map { $0 + "\n" }.joined(), "\(text)")
            commands += 1
        }
        #expect(commands == 4)
    }

    @Test func `the picture of the page is the timeline of its first command`() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let svg = folder.path("timeline.svg")
        let result = try await Child.run("eventctl", ["simulate", "radio", "reader", "--model", "3g", "--svg", svg])
        #expect(result.status == 0)
        let picture = Checkout.file("\(Self.folder)/Images/radio-reader-3g.svg")
        #expect(try Data(contentsOf: folder.file("timeline.svg")) == Data(contentsOf: picture))
    }
}
