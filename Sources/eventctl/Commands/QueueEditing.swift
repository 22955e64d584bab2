import ArgumentParser
import EventPlatform
import EventSchema
import Foundation

extension Queue.StoreOptions {
    /// Takes the store's lock, changes it, and says what that has done.
    func change(_ format: Queue.Format, _ work: (StoreEditor) throws -> JSONObject) throws {
        do {
            let editor = try StoreEditor(path: store)
            let report = try work(editor)
            try editor.close()
            try Queue.report(report, format)
        } catch {
            throw couldNotRun(error)
        }
    }
}

extension Queue {
    static func report(_ report: JSONObject, _ format: Format) throws {
        switch format {
        case .json: try Output.line(report)
        case .text: for (name, value) in report { try Output.line("\(name): \(value.string ?? value.jsonText)") }
        }
    }

    struct Requeue: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lets events that the intake could not process go with the next batch again.",
            discussion: """
                Their count of attempts begins anew. Without --id and --stream all waiting events are meant. Refused \
                while a client owns the store.

                EXAMPLE
                  eventctl queue requeue --store queue.sqlite --stream app.search
                """)

        @OptionGroup var options: StoreOptions
        @Option(help: "A stream whose events are meant; may be given several times.") var stream: [String] = []
        @Option(help: "The meta.id of an event that is meant; may be given several times.") var id: [String] = []
        @Option(help: "text or json.") var format: Format = .text

        func run() throws {
            try options.change(format) { try $0.requeue(.init(ids: id, streams: stream)) }
        }
    }

    struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drops the events that are too old, as a client's next cycle would.",
            discussion: """
                Age is measured on the boot clock for events of this start of the system, and on the wall clock for \
                others, unless that stands before the last time it was believed or more than 90 days past it: then \
                they stay. --as-of judges all by one date. Refused while a client owns the store.

                EXAMPLE
                  eventctl queue prune --store queue.sqlite --older-than 30 --as-of 2026-12-24
                """)

        @OptionGroup var options: StoreOptions
        @Option(help: ArgumentHelp("The age in days beyond which events are dropped.", valueName: "DAYS"))
        var olderThan: Double = 30
        @Option(help: ArgumentHelp("The date, or date and time in UTC, to judge by.", valueName: "DATE"))
        var asOf: AsOf?
        @Option(help: "text or json.") var format: Format = .text

        func validate() throws {
            guard (0...1e6).contains(olderThan) else {
                throw ValidationError("--older-than is a number of days, from 0 to 1000000")
            }
        }

        func run() throws {
            try options.change(format) { editor in
                try editor.prune(
                    maximumAge: .milliseconds(Int64(olderThan * 86_400_000)), asOf: asOf?.timestamp)
            }
        }
    }

    struct Purge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes every event, and all that tells of a person, from the store and the files beside it.",
            discussion: """
                No readable byte of an event, an id or a setting is left. The account stays: what waited is counted as \
                purged. Refused while a client owns a file, and an error while another program reads one. A file that \
                cannot be told to be a store is left alone unless --force is given.

                EXAMPLE
                  eventctl queue purge --store queue.sqlite
                """)

        @OptionGroup var options: StoreOptions
        @Flag(help: "Remove the file even if it cannot be told to be a store, as when its first page is gone.")
        var force = false
        @Option(help: "text or json.") var format: Format = .text

        func run() throws {
            do {
                try Queue.report(try StoreEditor.purge(path: options.store, isForced: force), format)
            } catch {
                throw couldNotRun(error)
            }
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reads everything and says what is wrong; safe beside a running client.",
            discussion: """
                Checks the file itself, the counters against the events, and the ledger against what waits. Exit \
                status: 0 sound, 1 findings, 70 could not be read.

                EXAMPLE
                  eventctl queue check --store queue.sqlite
                """)

        @OptionGroup var options: StoreOptions
        @Option(help: "text or json.") var format: Format = .text

        func run() throws {
            var findings: [String] = []
            do {
                findings = try StoreInspector(path: options.store).findings()
            } catch let error as StoreError
                where error.code == .notADatabase && StoreInspector.isStore(at: options.store)
            {
                findings = [error.description]
            } catch {
                throw couldNotRun(error)
            }
            switch format {
            case .json: try Output.line(["findings": .array(findings.map { .string($0) })])
            case .text: for finding in findings.isEmpty ? ["sound"] : findings { try Output.line(finding) }
            }
            if !findings.isEmpty { throw ExitCode.findings }
        }
    }
}
