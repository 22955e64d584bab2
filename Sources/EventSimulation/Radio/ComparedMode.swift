package import EventPlatform

/// A way of sending that a simulation compares with others.
package struct ComparedMode: Sendable, Hashable {
    /// The name in reports.
    package var name: String
    /// The client's mode; `nil` for the app alone, without events.
    package var mode: DispatchMode?
    /// What the conditions of the device change.
    package var profile = DispatchProfile()

    package init(_ name: String, _ mode: DispatchMode?, profile: DispatchProfile = DispatchProfile()) {
        self.name = name
        self.mode = mode
        self.profile = profile
    }

    /// The app without events, which the others are compared with.
    static let appAlone = ComparedMode("app alone", nil)

    /// The default interval on a device in low power, whose user limits the use of energy.
    package static let lowPower = ComparedMode(
        "30 s, low power", .periodic(),
        profile: DispatchProfile.standard[.lowPower] ?? DispatchProfile())

    /// What is compared unless something else is asked for.
    package static let standard = [
        ComparedMode("immediate", .immediate), ComparedMode("30 s", .periodic()),
        ComparedMode("120 s", .periodic(.seconds(120))), lowPower, ComparedMode("piggyback", .piggyback()),
        ComparedMode("manual", .manual),
    ]
}
