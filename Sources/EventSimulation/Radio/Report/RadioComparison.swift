import EventPlatform

/// One trace on one radio in several modes, side by side. All runs have the same length.
package struct RadioComparison: Sendable {
    package let trace: AppTrace
    package let model: RadioModel
    /// The app without events.
    package let alone: RadioRun
    /// One run for each mode.
    package let runs: [RadioRun]

    /// Simulates each mode.
    ///
    /// - Throws: the error of a client's store.
    package init(_ trace: AppTrace, _ model: RadioModel, modes: [ComparedMode] = ComparedMode.standard) throws {
        self.trace = trace
        self.model = model
        var runs = try ([ComparedMode.appAlone] + modes).map { try RadioSimulation.run(trace, model, $0) }
        let end = runs.map(\.timeline.end).max() ?? .zero
        for index in runs.indices { runs[index].timeline.stay(in: model.idle, until: end) }
        alone = runs.removeFirst()
        self.runs = runs
    }

    /// The time that all runs take: until the radio is idle after the last transfer of any of them.
    package var duration: Duration { alone.timeline.end }

    /// The energy of a run over that of the app alone, in percent; `nil` where the app uses none.
    package func surplus(_ run: RadioRun) -> Double? {
        alone.joules > 0 ? (run.joules / alone.joules - 1) * 100 : nil
    }
}
