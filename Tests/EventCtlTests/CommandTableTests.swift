import ArgumentParser
import TestSupport
import Testing

@testable import eventctl

@Suite struct CommandTableTests {
    /// Fails when a new command is not in the article: it has to be decided what it reads.
    @Test func `every command is in one row of what commands read of a project's file`() throws {
        let rows = try CommandTable().rows
        #expect(rows.count == 3)
        #expect(rows.flatMap(\.self).sorted() == Self.commands(of: EventCtl.self, []).sorted())
    }

    private static func commands(of type: any ParsableCommand.Type, _ path: [String]) -> [String] {
        let children = type.configuration.subcommands
        if children.isEmpty { return [path.joined(separator: " ")] }
        return children.flatMap { commands(of: $0, path + [$0._commandName]) }
    }
}
