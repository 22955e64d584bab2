import ArgumentParser
import EventIntake
import EventSchema

/// Injects faults into a running intake.
struct Faults: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Injects faults into a running intake: statuses, delays, resets, garbage, broken configurations.",
        discussion: """
            A fault is written KIND[=VALUE][,KEY=VALUE…]:

              status=CODE          responds with CODE; retry-after=2 adds the header
              delay=TIME           responds late: 2s, 250ms
              reset[=after]        resets the connection before, or after, the events are stored
              truncate             closes the connection after half of the response; the events are stored
              garbage[=CODE]       responds with bytes that are not JSON; the events are stored
              mixed                rejects some events of each batch: invalid=0.25,error=0.25
              stale                stream configurations stay as they are now and ignore later edits
              broken               stream configurations cannot be parsed
              missing              stream configurations are omitted

            Keys: stream=NAME|NAME and destination=SERVICE limit a fault to these streams; requests=N and seconds=N \
            limit how long it applies; probability=P and seed=N select requests at random; delay=TIME delays every \
            response; target=events, stream-configs or schemas selects the kind of request.

            EXAMPLE
              eventctl faults add status=503,stream=app.interactions,requests=3,retry-after=2
              eventctl faults list
              eventctl faults clear

            Exit status: 0 done; 64 wrong usage; 70 could not run, or there is no such fault.
            """,
        subcommands: [Add.self, List.self, Clear.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds faults and prints them with their ids, one JSON object per line.",
            discussion: "EXAMPLE\n  eventctl faults add delay=250ms,probability=0.5,seed=7")

        @Argument(
            help: ArgumentHelp("The faults; see `eventctl faults --help`.", valueName: "FAULT"),
            transform: Fault.parsing)
        var faults: [Fault]

        @OptionGroup var options: PlatformOptions

        func run() async throws {
            let body = JSONValue.array(faults.map { .object($0.json) })
            try print(try await options.platform.requestJSON("POST", "/v1/faults", body))
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the active faults, one JSON object per line.",
            discussion: "EXAMPLE\n  eventctl faults list --url http://127.0.0.1:8192")

        @OptionGroup var options: PlatformOptions

        func run() async throws { try print(try await options.platform.requestJSON("GET", "/v1/faults")) }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes all faults, or those with the given ids.",
            discussion: "EXAMPLE\n  eventctl faults clear 2")

        @Argument(help: ArgumentHelp("The ids, as printed by `list`.", valueName: "ID"))
        var ids: [String] = []

        @OptionGroup var options: PlatformOptions

        func validate() throws {
            if let id = ids.first(where: { $0.isEmpty || !$0.allSatisfy(\.isNumber) }) {
                throw ValidationError("\"\(id)\" is not an id; `eventctl faults list` prints the ids, such as 1")
            }
        }

        func run() async throws {
            for path in ids.isEmpty ? ["/v1/faults"] : ids.map({ "/v1/faults/\($0)" }) {
                _ = try await options.platform.requestJSON("DELETE", path)
            }
        }
    }
}

private func print(_ listing: JSONValue) throws {
    for fault in listing["faults"]?.array ?? [] { try Output.line(json: fault) }
}

extension Fault {
    /// Reads a fault from an argument.
    ///
    /// - Throws: `ValidationError` with the reason, which ArgumentParser prints.
    static func parsing(_ text: String) throws -> Fault {
        do { return try Fault(text) } catch { throw ValidationError("\(text): \(error.message)") }
    }
}
