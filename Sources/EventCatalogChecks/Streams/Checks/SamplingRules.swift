import EventCatalog

extension Rule {
    static let zeroRate = Rule(
        "zero-rate", .note, "The rate of a stream is 0.",
        reason: "No event of the stream is collected. That is right for a stream that is switched off for now.",
        mistake: .sampled("unit: session, rate: 0"), corrected: .sampled("unit: session, rate: 0.1"))

    static let negligibleRate = Rule(
        "negligible-rate", .warning, "The rate of a stream is so small that in practice nobody is in sample.",
        reason: "One identifier in 4294967296 is in sample, or none: finer shares cannot be drawn.",
        mistake: .sampled("unit: session, rate: 0.0000000001"), corrected: .sampled("unit: session, rate: 0.001"))

    static let smallRate = Rule(
        "small-rate", .note, "The rate of a stream is below 1 in 100 000.",
        reason: "Few events are collected, often too few for an analysis. A percentage may have been divided twice.",
        mistake: .sampled("unit: session, rate: 0.000001"), corrected: .sampled("unit: session, rate: 0.001"))

    static let olderSamplingName = Rule(
        "older-sampling-name", .warning, "Sampling is set by a name of 2022: sampling, or sample.identifier.",
        reason: "Clients of today read sample.unit and sample.rate. Without them they collect everything or nothing.",
        mistake: .sampled("identifier: session, rate: 0.5"), corrected: .sampled("unit: session, rate: 0.5"))

    static let differingSampling = Rule(
        "differing-sampling", .warning, "A stream has sample and the older sampling, and the two differ.",
        reason: "Clients read one or the other, so that they collect different shares.",
        mistake: .sampled("unit: session, rate: 0.5", older: "identifier: session, rate: 0.1"),
        corrected: .sampled("unit: session, rate: 0.5", older: "identifier: session, rate: 0.5"))

    static let pageviewUnitInApp = Rule(
        "pageview-unit-in-app", .warning, "A stream of an app schema is sampled by pageview, at a rate below 1.",
        reason: "Apps have no pageview id: the Android app throws an error, and other apps collect nothing.",
        mistake: .sampled("unit: pageview, rate: 0.5"), corrected: .sampled("unit: session, rate: 0.5"))
}
