import ArgumentParser

/// Simulates clients: their deliveries during outages, the events of a stream, or the radio of a device.
struct Simulate: CommandGroup {
    static let configuration = CommandConfiguration(
        abstract: "Simulates clients: deliveries during outages, the events of a stream, the radio of a device.",
        discussion: """
            `simulate stream NAME` predicts the events and bytes a day of a stream, now and under a change. \
            `simulate radio TRACE` compares what each dispatch mode costs the radio of a device, and `simulate record \
            FILE.har` makes a trace for it. `simulate SCENARIO` plays days of outages in virtual time and checks the \
            results against bounds:

            mixed    failed connections and requests during 72 hours: no event is lost, and the attempts are bounded
            herd     1000 clients after an outage of one hour: at most 3 times the mean rate of requests
            blocked  an intake that is never reachable, 30 days at 10 events a second: the store keeps its limit

            EXAMPLE
              eventctl simulate herd --clients 1000
              eventctl simulate stream app.search --clients 10000 --rate 0.2
              eventctl simulate radio reader --model 3g

            The options are in `eventctl simulate stream --help`, `eventctl simulate radio --help`, `eventctl simulate \
            record --help` and, for the scenarios, `eventctl simulate fleet --help`.

            Exit status: 0 the bounds hold, or the report was printed; 1 the bounds do not hold; 64 wrong usage; 70 \
            could not run.
            """,
        subcommands: [SimulateFleet.self, SimulateStream.self, SimulateRadio.self, SimulateRecord.self],
        defaultSubcommand: SimulateFleet.self)
}
