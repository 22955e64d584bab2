import ArgumentParser
import EventIntake
import EventSchema

/// Makes a running intake misbehave.
struct Faults: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes a running intake misbehave: statuses, delays, resets, garbage, broken configurations.",
        discussion: """
            A fault is written KIND[=VALUE][,KEY=VALUE…]:

              status=CODE          answers CODE; retry-after=2 adds the header
              delay=TIME           answers late: 2s, 250ms
              reset[=after]        resets the connection before, or after, the events are kept
              truncate             closes the connection after half of the answer; the events are kept
              garbage[=CODE]       answers bytes that are no JSON; the events are kept
              mixed                refuses some events of each batch: invalid=0.25,error=0.25
              stale                stream configurations stay as they are now, whatever is edited
              broken               stream configurations cannot be read
              missing              stream configurations are left out

            Keys: stream=NAME|NAME and destination=SERVICE say whom it is about; requests=N and seconds=N when it \
            ends; probability=P and seed=N which requests it strikes; delay=TIME holds any answer back; \
            target=events, stream-configs or schemas says whose requests.

            EXAMPLE
              eventctl faults add status=503,stream=app.interactions,requests=3,retry-after=2
              eventctl faults list
              eventctl faults clear

            Exit status: 0 done; 64 wrong usage; 70 could not run, or there is no such fault.
            """,
        subcommands: [Add.self, List.self, Clear.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Adds faults; prints them with their ids, one JSON object a line.",
            discussion: "EXAMPLE\n  eventctl faults add delay=250ms,probability=0.5,seed=7")

        @Argument(
            help: ArgumentHelp("The faults; see `eventctl faults --help`.", valueName: "FAULT"),
            transform: Fault.parsing)
        var faults: [Fault]

        @OptionGroup var options: PlatformOptions

        func run() async throws {
            try await reporting {
                let body = JSONValue.array(faults.map { .object($0.json) })
                try print(try await options.platform.ask("POST", "/v1/faults", body))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the faults in force, one JSON object a line.",
            discussion: "EXAMPLE\n  eventctl faults list --url http://127.0.0.1:8192")

        @OptionGroup var options: PlatformOptions

        func run() async throws {
            try await reporting { try print(try await options.platform.ask("GET", "/v1/faults")) }
        }
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Ends all faults, or those of the ids given.",
            discussion: "EXAMPLE\n  eventctl faults clear 2")

        @Argument(help: ArgumentHelp("Ids that `list` shows.", valueName: "ID"))
        var ids: [String] = []

        @OptionGroup var options: PlatformOptions

        func validate() throws {
            if let id = ids.first(where: { $0.isEmpty || !$0.allSatisfy(\.isNumber) }) {
                throw ValidationError("\"\(id)\" is no id; `eventctl faults list` shows them, such as 1")
            }
        }

        func run() async throws {
            try await reporting {
                for path in ids.isEmpty ? ["/v1/faults"] : ids.map({ "/v1/faults/\($0)" }) {
                    _ = try await options.platform.ask("DELETE", path)
                }
            }
        }
    }
}

private func print(_ listing: JSONValue) throws {
    for fault in listing["faults"]?.array ?? [] { try Output.line(fault.jsonText) }
}

extension Fault {
    /// Reads a fault of the command line.
    ///
    /// - Throws: what is wrong with it, which the command line shows.
    static func parsing(_ text: String) throws -> Fault {
        do { return try Fault(text) } catch { throw ValidationError("\(text): \(error.message)") }
    }
}

/// Does the work of a command; what keeps it from being done goes to standard error.
func reporting(_ work: () async throws -> Void) async throws {
    do { try await work() } catch let exit as ExitCode { throw exit } catch { throw couldNotRun(error) }
}
