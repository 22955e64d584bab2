import ArgumentParser
import Testing

@testable import eventctl

@Suite struct RepeatedOptionsTests {
    private func check(_ call: String) throws {
        let arguments = call.split(separator: " ").map(String.init)
        let command = try EventCtl.parseAsRoot(arguments)
        try RepeatedOptions.check(arguments, of: type(of: command))
    }

    @Test(arguments: [
        "check --streams a --streams b", "check --streams=a --format json --streams b", "received --store a --store=a",
        "streams compile -o a -o b", "streams compile -o a --output b", "simulate stream s --clients 1 --clients 1",
        "queue prune --store a --older-than -1 --older-than 5",
    ]) func `an option with one value that is given twice is wrong usage`(call: String) throws {
        let error = #expect(throws: (any Error).self) { try check(call) }
        #expect(error.map { EventCtl.message(for: $0) }?.contains("is given twice") == true)
    }

    @Test(arguments: [
        "check --schemas a --schemas b --code a --code b", "check --strict --strict",
        "serve --sink stdout --sink sqlite",
        "queue requeue --store a --id 1 --id 2 --stream a --stream b", "faults clear 1 1",
        "faults add reset reset", "streams show -- --streams",
    ]) func `options with several values, flags and arguments may be repeated`(call: String) throws {
        #expect(throws: Never.self) { try check(call) }
    }
}
