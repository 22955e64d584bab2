import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct CommandMapTests {
    private static let page = "Sources/EventCatalog/Documentation.docc/WhichCommandForWhat.md"

    @Test func `the map has one screen`() {
        let lines = CommandMap.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 23)  // the prompt has a row of its own
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    }

    @Test func `the article has the same map`() throws {
        let article = try String(contentsOf: Checkout.file(Self.page), encoding: .utf8)
        #expect(article.contains("\n```\n\(CommandMap.text)\n```\n"))
    }

    @Test func `the map and the article have every command`() throws {
        let article = try String(contentsOf: Checkout.file(Self.page), encoding: .utf8)
        let words = Set(CommandMap.text.split { !$0.isLetter && $0 != "-" }.map(String.init))
        let names = EventCtl.configuration.subcommands.map { $0._commandName }
        #expect(names.count >= 16 && Set(names).subtracting(words).isEmpty, "\(Set(names).subtracting(words))")
        for name in names { #expect(article.contains("`eventctl \(name)"), "\(name)") }
    }

    /// Fails when a command is renamed and the article is not.
    @Test func `every command that the article names exists`() throws {
        let article = try String(contentsOf: Checkout.file(Self.page), encoding: .utf8)
        for call in article.matches(of: /`eventctl ([a-z ]*[a-z-]+)[^`]*`/) {
            let words = call.1.split(separator: " ").map(String.init)
            let command = CommandCall(words)
            #expect(command.unknownCommand == nil && command.rest.count < words.count, "\(call.0)")
        }
    }
}
