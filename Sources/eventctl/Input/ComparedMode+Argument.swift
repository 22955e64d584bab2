import ArgumentParser
import EventPlatform
import EventSimulation

extension ComparedMode {
    /// The mode that an argument names.
    ///
    /// - Throws: `ValidationError`.
    init(argument: String) throws {
        if argument == "low-power" {
            self = .lowPower
        } else if argument == "piggyback" || argument.hasPrefix("piggyback:") {
            self.init(argument, try Self.piggyback(argument))
        } else {
            guard let mode = DispatchMode(argument: argument) else { throw Self.wrong(argument) }
            self.init(Double(argument) == nil ? argument : argument + " s", mode)
        }
    }

    /// The mode of `piggyback` or `piggyback:IDLE,MIN,MAX`, with times in seconds.
    private static func piggyback(_ argument: String) throws -> DispatchMode {
        guard let colon = argument.firstIndex(of: ":") else { return .piggyback() }
        let parts = argument[argument.index(after: colon)...].split(separator: ",", omittingEmptySubsequences: false)
        let times = parts.compactMap { Double($0) }.filter { (0...86_400).contains($0) }
        guard parts.count == 3, times.count == 3, times[1] <= times[2] else { throw wrong(argument) }
        let durations = times.map { Duration.milliseconds(Int(($0 * 1000).rounded())) }
        return .piggyback(idle: durations[0], min: durations[1], max: durations[2])
    }

    private static func wrong(_ argument: String) -> ValidationError {
        ValidationError(
            "--dispatch '\(argument)' must be immediate, manual, a number of seconds, low-power, piggyback, or "
                + "piggyback:IDLE,MIN,MAX with seconds from 0 to 86400 and MIN no more than MAX")
    }
}
