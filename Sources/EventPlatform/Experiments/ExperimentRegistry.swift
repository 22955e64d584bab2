import EventStreams

/// The experiments and instruments in force, by name, and the groups that override the computed ones. A part of the
/// `CallerState`.
struct ExperimentRegistry: Sendable {
    var experiments: [String: ExperimentConfiguration] = [:]
    var instruments: [String: InstrumentConfiguration] = [:]
    var overrides: ExperimentOverrides?
    /// The enrollments that a test has given, `nil` for a user who is not enrolled.
    var fixed: [String: ExperimentEnrollment?] = [:]
}
