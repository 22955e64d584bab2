import ArgumentParser
import EventPlatform
import EventSimulation
import Testing

@testable import eventctl

@Suite struct ComparedModeArgumentTests {
    @Test(arguments: [
        ("immediate", ComparedMode("immediate", .immediate)), ("manual", ComparedMode("manual", .manual)),
        ("60", ComparedMode("60 s", .periodic(.seconds(60)))), ("low-power", ComparedMode.lowPower),
        ("piggyback", ComparedMode("piggyback", .piggyback())),
        (
            "piggyback:9.5,0,60",
            ComparedMode(
                "piggyback:9.5,0,60", .piggyback(idle: .milliseconds(9500), min: .zero, max: .seconds(60)))
        ),
    ])
    func `an argument names a mode`(argument: String, mode: ComparedMode) throws {
        #expect(try ComparedMode(argument: argument) == mode)
    }

    @Test(arguments: [
        "", "soon", "nan", "piggyback:", "piggyback:1", "piggyback:1,2,3,4", "piggyback:1,x,3", "piggyback:-1,2,3",
        "piggyback:1,3,2", "piggyback:1,2,inf", "piggyback:1,2,99999", "piggybackx",
    ])
    func `another argument is refused, with all that is allowed`(argument: String) {
        let error = #expect(throws: ValidationError.self) { try ComparedMode(argument: argument) }
        #expect(error?.message.contains("must be immediate, manual, a number of seconds, low-power, piggyback") == true)
    }
}
