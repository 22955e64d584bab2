import EventSupport
import EventStreams

/// The experiments and instruments in force, and the groups that override the computed ones.
final class ExperimentRegistry: Sendable {
    private struct State {
        var experiments: [String: ExperimentConfiguration] = [:]
        var instruments: [String: InstrumentConfiguration] = [:]
        var overrides: ExperimentOverrides?
        /// The enrollments that a test has given, `nil` for a user who is not enrolled.
        var fixed: [String: ExperimentEnrollment?] = [:]
    }
    private let state = Locked(State())

    func set(experiments: [ExperimentConfiguration]) {
        let byName = Dictionary(experiments.map { ($0.name, $0) }) { first, _ in first }
        state.withLock { $0.experiments = byName }
    }

    func set(instruments: [InstrumentConfiguration]) {
        let byName = Dictionary(instruments.map { ($0.name, $0) }) { first, _ in first }
        state.withLock { $0.instruments = byName }
    }

    var overrides: ExperimentOverrides? {
        get { state.withLock(\.overrides) }
        set { state.withLock { $0.overrides = newValue } }
    }

    func fix(_ enrollment: ExperimentEnrollment?, in experiment: String) {
        state.withLock { $0.fixed[experiment] = .some(enrollment) }
    }

    /// The enrollment that a test has given, `.some(nil)` for a user who is not enrolled; `nil` when it has given none.
    func fixedEnrollment(in experiment: String) -> ExperimentEnrollment?? { state.withLock { $0.fixed[experiment] } }

    func experiment(_ name: String) -> (ExperimentConfiguration?, ExperimentOverrides?) {
        state.withLock { ($0.experiments[name], $0.overrides) }
    }

    func instrument(_ name: String) -> InstrumentConfiguration? { state.withLock { $0.instruments[name] } }
}
