import ArgumentParser
import EventPlatform
import EventSchema
import Foundation

extension Queue.StoreOptions {
    /// Locks the store, changes it and prints a report of the changes.
    func change(_ format: ReportFormat, _ work: (StoreEditor) throws -> JSONObject) throws {
        let editor = try StoreEditor(path: store)
        let report = try work(editor)
        try editor.close()
        try Queue.report(report, format)
    }
}

extension Queue {
    static func report(_ report: JSONObject, _ format: ReportFormat) throws {
        switch format {
        case .json: try Output.line(report)
        case .text: for (name, value) in report { try Output.line("\(name): \(value.string ?? value.jsonText)") }
        }
    }

    struct Requeue: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes failed events ready to be sent with the next batch.",
            discussion: """
                Resets their number of attempts to 0. Without --id and --stream, applies to all stored events. Fails \
                while a client owns the store.

                EXAMPLE
                  eventctl queue requeue --store queue.sqlite --stream app.search
                """)

        @OptionGroup var options: StoreOptions
        @Option(help: "Only events of this stream. May be repeated.") var stream: [String] = []
        @Option(help: "Only the event with this meta.id. May be repeated.") var id: [String] = []
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            try options.change(format) { try $0.requeue(.init(ids: id, streams: stream)) }
        }
    }

    struct Prune: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Drops events that are too old, as the next cycle of a client would.",
            discussion: """
                The age of events is measured on the boot clock. Events that were stored before the system was started \
                are kept until a server has confirmed the clock since. With --as-of, every age is measured from that \
                date, on the wall clock. Fails while a client owns the store.

                EXAMPLE
                  eventctl queue prune --store queue.sqlite --older-than 30 --as-of 2026-12-24
                """)

        @OptionGroup var options: StoreOptions
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("The age in days above which events are dropped.", valueName: "DAYS"))
        var olderThan: Double = 30
        @Option(
            help: ArgumentHelp("The date, or date and time in UTC, that ages are measured from.", valueName: "DATE"),
            transform: AsOf.init)
        var asOf: AsOf?
        @Option(help: "text or json.") var format: ReportFormat = .text

        func validate() throws {
            guard (0...1e6).contains(olderThan) else {
                throw ValidationError("--older-than must be a number of days from 0 to 1000000")
            }
        }

        func run() throws {
            try options.change(format) { editor in
                try editor.prune(
                    maximumAge: .milliseconds(Int64(olderThan * 86_400_000)), asOf: asOf.map { Timestamp($0.instant) })
            }
        }
    }

    struct Purge: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes all events and personal data from the store and the files beside it.",
            discussion: """
                No readable byte of an event, an id or a setting remains. The ledger is kept: removed events are \
                counted as purged. Fails while a client owns one of the files, and while another program reads one. A \
                file that is not recognised as a store is left unchanged. With --force a store that lost its first \
                page is removed too: it is recognised by its size and by the lock file beside it.

                EXAMPLE
                  eventctl queue purge --store queue.sqlite
                """)

        @OptionGroup var options: StoreOptions
        @Flag(help: "Remove a damaged store that lost its first page.")
        var force = false
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            try Queue.report(try StoreEditor.purge(path: options.store, isForced: force), format)
        }
    }

    struct Salvage: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Rebuilds a damaged store with every event that can be read.",
            discussion: """
                Does what a client does when it opens a damaged store. The file is replaced by a new one; the damaged \
                file is kept beside it with the ending .set-aside. A store without damage is left unchanged. Fails \
                while a client owns the store.

                EXAMPLE
                  eventctl queue salvage queue.sqlite

                Exit status: 0 rebuilt, or not damaged; 70 could not be rebuilt, or is no store.
                """)

        @Argument(help: ArgumentHelp("The store file.", valueName: "PATH")) var file: String?
        @Option(help: ArgumentHelp("The same, as for the other commands.", valueName: "PATH")) var store: String?
        @Option(help: "text or json.") var format: ReportFormat = .text

        func validate() throws {
            guard (file == nil) != (store == nil) else {
                throw ValidationError("name one store file, such as `eventctl queue salvage queue.sqlite`")
            }
        }

        func run() throws {
            guard let path = file ?? store else { return }  // `validate` has refused a call without one
            try Queue.report(try StoreEditor.salvage(path: path), format)
        }
    }

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Checks the whole store; can be used while a client is running.",
            discussion: """
                Checks the SQLite file, the counters against the events, and the ledger against the stored events. \
                Exit status: 0 no findings, 1 findings, 70 could not be read.

                EXAMPLE
                  eventctl queue check --store queue.sqlite
                """)

        @OptionGroup var options: StoreOptions
        @Option(help: "text or json.") var format: ReportFormat = .text

        func run() throws {
            var findings: [String] = []
            do {
                findings = try StoreInspector(path: options.store).findings()
            } catch let error as StoreError
                where error.code == .notADatabase && StoreInspector.isStore(at: options.store)
            {
                findings = [error.description]
            }
            try Output.report(endingWithFindingsIf: !findings.isEmpty) {
                switch format {
                case .json: try Output.line(["findings": .array(findings.map { .string($0) })])
                case .text: for finding in findings.isEmpty ? ["sound"] : findings { try Output.line(finding) }
                }
            }
        }
    }
}
