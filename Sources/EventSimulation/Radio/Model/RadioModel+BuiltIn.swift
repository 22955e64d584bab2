extension RadioModel {
    /// The models that have a name. `WhatPiggybackSaves` has their numbers with their sources.
    package static let builtIn = [threeG, lte, fiveG, wifi]

    /// The built-in model with this name.
    package static func named(_ name: String) -> RadioModel? { builtIn.first { $0.name == name } }

    /// States: the defaults of a 3G device in AT&T's Application Resource Optimizer (`ProfileFactoryImpl.create3G`).
    /// Rates and round trip: assumptions.
    private static let threeG = RadioModel(
        name: "3g", source: "AT&T Application Resource Optimizer; rates and round trip assumed",
        states: [
            State(name: "DCH", watts: 0.7, tail: .seconds(5)),
            State(
                name: "FACH", watts: 0.35, tail: .seconds(12),
                promotion: Promotion(duration: .milliseconds(1500), watts: 0.55)),
            State(name: "idle", watts: 0, promotion: Promotion(duration: .seconds(2), watts: 0.53)),
        ],
        megabitsPerSecond: Directions(sent: 0.5, received: 2), roundTrip: .milliseconds(200))

    /// States and energy of data: `lte.conf` of AT&T's Application Resource Optimizer, whose numbers are those of Huang
    /// et al., "A Close Examination of Performance and Power Characteristics of 4G LTE Networks", MobiSys 2012. Short
    /// and long DRX are one state: 2 ms of 1.68 W in each cycle of 40 ms, 1.06 W else. Idle: 43 ms of 0.594 W in each
    /// 1.28 s. Rates: the medians of that paper. Round trip: an assumption.
    private static let lte = RadioModel(
        name: "lte", source: "AT&T Application Resource Optimizer, after Huang et al. 2012; round trip assumed",
        states: [
            State(name: "connected", watts: 1.2, tail: .milliseconds(100)),
            State(name: "DRX", watts: 1.091, tail: .milliseconds(10_020)),
            State(name: "idle", watts: 0.02, promotion: Promotion(duration: .milliseconds(260), watts: 1.21)),
        ],
        joulesPerMegabyte: Directions(sent: 3.507, received: 0.416),
        megabitsPerSecond: Directions(sent: 6, received: 13), roundTrip: .milliseconds(70))

    /// The stand-alone low-band network of Narayanan et al., "A Variegated Look at 5G in the Wild", SIGCOMM 2021: tail
    /// and promotion from tables 2 and 7, RRC_INACTIVE for 5 s from section 4.2, energy of data from table 8. The power
    /// of the first state is that of the tail. Assumptions: the power in RRC_INACTIVE and idle, the promotion out of
    /// RRC_INACTIVE, rates and round trip.
    private static let fiveG = RadioModel(
        name: "5g", source: "Narayanan et al. 2021, stand-alone low band; inactive and idle power, rates assumed",
        states: [
            State(name: "connected", watts: 0.593, tail: .milliseconds(10_400)),
            State(
                name: "inactive", watts: 0.1, tail: .seconds(5),
                promotion: Promotion(duration: .milliseconds(100), watts: 0.245)),
            State(name: "idle", watts: 0.02, promotion: Promotion(duration: .milliseconds(341), watts: 0.245)),
        ],
        joulesPerMegabyte: Directions(sent: 0.233, received: 0.108),
        megabitsPerSecond: Directions(sent: 15, received: 60), roundTrip: .milliseconds(50))

    /// States: `WiFi.conf` of AT&T's Application Resource Optimizer. Rates and round trip: assumptions.
    private static let wifi = RadioModel(
        name: "wifi", source: "AT&T Application Resource Optimizer; rates and round trip assumed",
        states: [
            State(name: "active", watts: 0.403, tail: .milliseconds(250)), State(name: "idle", watts: 0.02),
        ],
        megabitsPerSecond: Directions(sent: 10, received: 30), roundTrip: .milliseconds(30))
}
