import ArgumentParser
import EventSupport
import Testing

@testable import eventctl

@Suite struct CommandArgumentsTests {
    private static let calls = [
        "demo --mode manual --keep", "serve --port 0 --host 127.0.0.1 --sink ndjson:a --rotate-bytes 5 --fault reset",
        "serve --stream-configs a --keep-events 3 --body-limit 9 --compat eventgate --cors * --service s --token t",
        "serve --events-limit 9",
        "send - --stream-configs http://127.0.0.1:9 --intake http://127.0.0.1:9 --store q --deadline 3 --batch 2",
        "send a --stream-configs b --no-flush --complete --dispatch 5 --retry 403=true --gzip on --method GET --test x",
        "validate a b --schemas c --fill", "explain s --stream-configs - --attributes a --as-of 2026-01-01 --json",
        "explain s --stream-configs a --experiments b --overrides a:b;c:d --user u --wiki w --session 1 --device 2",
        "queue prune --store a --older-than 3 --as-of 2026-01-01 --format json", "queue list --store a --format text",
        "queue requeue --store a --id b --stream c", "queue purge --store a --force", "received --store a --rejected",
        "simulate stream s --clients 9 --rate 0.2 --unit device --days 3 --attributes a --svg b --format json --seed 4",
        "explain s --streams a --schemas b", "simulate stream s --streams a --schemas b --clients 9 --change c",
        "simulate herd --clients 100 --hours 2 --dispatch 30 --seed 4", "simulate herd --days 3 --svg herd.svg",
        "serve --sink kafka --kafka-config a --kafka-secret sasl.password=b --log-level debug --log-format json",
        "received --topic app.test --kafka-config kafka.conf --newest 3",
        "faults add delay=250ms,probability=0.5,seed=7",
        "faults clear 1 2 --url http://127.0.0.1:9 --token t", "canary --stream a --json", "bowtie",
        "check --streams a --schemas b c --experiments d --as-of 2026-01-01 --strict --format sarif --baseline e --fix",
        "check --against main --format text", "check --write-baseline a", "check shop", "rules yaml-tag --format json",
        "simulate radio reader a --model 3g --dispatch 30 --dispatch piggyback:1,2,3 --svg b --format json",
        "simulate record a --events-per-minute 6 --event-bytes 500 --output b", "help queue purge",
    ]
    private static let words = [
        "", "-", "--", "---", "-1", "=", "--=", "-x", "--help", "--nope", "5", "1e400", "nan", "-inf", "0x10", "é", "🐟",
        "\u{FFFD}", "a b", "../..", "/dev/null", "http://", "http://[", "//", "status=200,status=500", "delay=1e99s",
        "probability=nan", "mixed=1", "ndjson:", "stdout", "9999999999999999999999", "a:b:c", ";", ":", "\n", "\u{0}",
        String(repeating: "a", count: 700),
    ]

    /// Each call is a valid one with words replaced, removed, repeated or added.
    @Test func `every call is parsed or refused as wrong usage`() {
        var random = SeededGenerator(seed: 16)
        for _ in 0..<600 {
            var call = Self.calls.randomElement(using: &random)?.split(separator: " ").map(String.init) ?? []
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...call.count, using: &random)
                let word = Self.words.randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<4, using: &random) {
                case 0 where place < call.count: call[place] = word
                case 1 where place < call.count: call.remove(at: place)
                case 2 where place < call.count: call.insert(call[place], at: place)
                case 3 where place < call.count: call[place] += word
                default: call.insert(word, at: place)
                }
            }
            do {
                try CommandArguments.checkHelp(call)
                _ = try EventCtl.parseAsRoot(call)
            } catch {
                let status = EventCtl.exitCode(for: error)
                #expect(status == .validationFailure || status == .success, "\(call): \(error)")
                #expect(!EventCtl.fullMessage(for: error).isEmpty, "\(call)")
            }
        }
    }

    @Test func `a value of 70 000 letters is parsed`() throws {
        #expect(try EventCtl.parseAsRoot(["validate", String(repeating: "a", count: 70_000)]) is Validate)
    }

    @Test func `simulate takes a scenario as before, or the word stream and the name of a stream`() throws {
        #expect(try EventCtl.parseAsRoot(["simulate", "herd", "--clients", "100"]) is SimulateFleet)
        #expect(try EventCtl.parseAsRoot(["simulate", "stream", "herd", "--clients", "100"]) is SimulateStream)
    }

    @Test(arguments: [
        (["received", "--stream", ""], "--stream"), (["streams", "compile", "-o", ""], "-o"),
        (["serve", "--host="], "--host"), (["schema-for", "streams", "-o="], "-o"), (["explain", ""], "argument"),
        (["validate", "-", ""], "argument"),
    ])
    func `an empty value is refused, and its option is named`(arguments: [String], name: String) {
        let error = #expect(throws: ValidationError.self) { try CommandArguments.checkValues(arguments) }
        #expect(error?.message.contains(name) == true)
    }

    @Test(arguments: [["send", "-", "--retry", "403=true"], ["validate", "a="], ["check", "--as-of=2026-01-01"], []])
    func `a value that has an equals sign is not empty`(arguments: [String]) {
        #expect(throws: Never.self) { try CommandArguments.checkValues(arguments) }
    }

    @Test(arguments: [
        ("chek", "There is no command 'chek'. Did you mean 'check'?"), ("queue stat", "Did you mean 'stats'?"),
        ("validate --nope", "Unknown option '--nope'."), ("send --stream-config a", "Did you mean '--stream-configs'?"),
        ("queue stats --nope", "Unknown option '--nope'."), ("received --rejectd", "Did you mean '--rejected'?"),
        ("explain --jsn", "Did you mean '--json'?"), ("streams diff --nope=1", "Unknown option '--nope'."),
        ("simulate stream --client 3", "Did you mean '--clients'?"), ("simulate herd --client 3", "'--clients'?"),
        ("simulate felet", "Did you mean 'fleet'?"),
        ("validate -x", "Unknown option '-x'. A file or name that begins with a dash is written ./-x, or after --."),
        ("queue stats -x", "Unknown option '-x'."),
    ])
    func `a name that does not exist is reported before a missing argument`(call: String, message: String) throws {
        let arguments = call.split(separator: " ").map(String.init)
        #expect(throws: (any Error).self) { try EventCtl.parseAsRoot(arguments) }
        let unknown = try UnknownNames.first(in: arguments)
        #expect(unknown?.error.message.contains(message) == true, "\(unknown?.error.message ?? "")")
    }

    /// Calls for which ArgumentParser gives a help.
    @Test(arguments: [
        ("chek --help", "Did you mean 'check'?"), ("queue xport -h", "Did you mean 'export'?"),
        ("simulate felet --help", "Did you mean 'fleet'?"), ("validate -heap.ndjson", "./-heap.ndjson"),
    ])
    func `a name that does not exist is reported before a help`(call: String, message: String) throws {
        let unknown = try UnknownNames.first(in: call.split(separator: " ").map(String.init))
        #expect(unknown?.error.message.contains(message) == true, "\(unknown?.error.message ?? "")")
    }

    @Test(arguments: [
        "validate", "queue stats", "validate -- --nope", "queue", "help nope", "simulate", "validate --help",
        "simulate herd -h", "queue help", "serve --port -1", "send a --dispatch -x", "validate -- -x",
        "streams compile -o=a", "validate -", "demo --nope --help",
    ])
    func `a call without an unknown name has none`(call: String) throws {
        #expect(try UnknownNames.first(in: call.split(separator: " ").map(String.init)) == nil)
    }

    @Test(arguments: [
        ["help", "nope"], ["help", "queue", "nope"], ["help", "demo", "x"], ["queue", "help", "xport"],
    ])
    func `help for a command that does not exist is refused`(arguments: [String]) {
        #expect(throws: ValidationError.self) { try CommandArguments.checkHelp(arguments) }
    }

    @Test(arguments: [
        [], ["help"], ["help", "queue", "purge"], ["help", "help"], ["queue", "nope"], ["explain", "help", "x"],
    ])
    func `other calls are left to the parser`(arguments: [String]) {
        #expect(throws: Never.self) { try CommandArguments.checkHelp(arguments) }
    }
}
