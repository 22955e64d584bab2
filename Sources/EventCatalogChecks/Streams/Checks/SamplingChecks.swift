import EventCatalog
import EventSchema
import EventStreams

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

/// Checks of `sample` and of the older `sampling`. `ReadingChecks` reports those that cannot be read.
enum SamplingChecks {
    private static let current = ["sample"]
    private static let older = ["producers", "metrics_platform_client", "sampling"]

    static func findings(in stream: AuthoredStream, _: StreamCheckContext) -> [CatalogFinding] {
        let settings = JSONValue.object(stream.authored)
        let (sample, sampling) = (settings[path: current]?.object, settings[path: older]?.object)
        let block = sample == nil ? (older, sampling) : (current, sample)
        return [
            name(sample, sampling, in: stream), rate(block.1, at: block.0, in: stream),
            unit(block.1, at: block.0, in: stream), difference(sample, sampling, in: stream),
        ].compactMap { $0 }
    }

    private static func name(
        _ sample: JSONObject?, _ sampling: JSONObject?, in stream: AuthoredStream
    ) -> CatalogFinding? {
        if let sample {
            guard sample["identifier"].isSet else { return nil }
            let path = current + ["identifier"]
            guard !sample["unit"].isSet else {
                return stream.finding(
                    .olderSamplingName, at: path, "“identifier” is ignored, since there is “unit”.",
                    remedy: "Remove it.")
            }
            return stream.finding(
                .olderSamplingName, at: path, "“identifier” is the older name of “unit”.",
                remedy: "Write “unit” instead.",
                edits: stream.edits(replacing: "identifier", with: "unit", at: path))
        }
        guard sampling?.isEmpty == false else { return nil }
        return stream.finding(
            .olderSamplingName, at: older, "Only clients of 2022 read “sampling”; others take everyone.",
            remedy: "Set sample.unit and sample.rate of the stream.")
    }

    private static func rate(_ block: JSONObject?, at path: [String], in stream: AuthoredStream) -> CatalogFinding? {
        guard let number = block?["rate"]?.number, (0..<minimumUsualRate).contains(number.double) else { return nil }
        let rate = number.double
        let path = path + ["rate"]
        if rate == 0 {
            return stream.finding(
                .zeroRate, at: path, "At rate 0 nobody is in sample.",
                remedy: "Nothing has to change if the stream is switched off on purpose.")
        }
        guard rate >= sampleResolution else {
            return stream.finding(
                .negligibleRate, at: path, "At rate \(number) practically nobody is in sample.",
                remedy: "Write a share such as 0.001 for one in a thousand, or 0 to switch the stream off.")
        }
        let share = Int((1 / rate).rounded())
        return stream.finding(
            .smallRate, at: path, "At rate \(number) one in \(share) is in sample.",
            remedy: "Nothing has to change if that is meant. A percentage is divided by 100 once: 1 % is 0.01.")
    }

    /// The distance of two positions in a sample.
    private static let sampleResolution = 1 / 4_294_967_296.0
    /// Where a rate is worth a note.
    private static let minimumUsualRate = 0.000_01

    private static func unit(_ block: JSONObject?, at path: [String], in stream: AuthoredStream) -> CatalogFinding? {
        let name = block?["unit"].isSet == true ? "unit" : "identifier"
        guard block?[name]?.string == "pageview", let rate = block?["rate"]?.number?.double, rate > 0, rate < 1,
            let title = stream.schemaTitleOfApp
        else { return nil }
        return stream.finding(
            .pageviewUnitInApp, at: path + [name],
            "“pageview” cannot be drawn in an app, and “\(title)” is a schema of apps.",
            remedy: "Write session or device.")
    }

    private static func difference(
        _ sample: JSONObject?, _ sampling: JSONObject?, in stream: AuthoredStream
    ) -> CatalogFinding? {
        guard let sample, let sampling, !sample.isEmpty, !sampling.isEmpty else { return nil }
        let unit = { (block: JSONObject) in block["unit"].isSet ? block["unit"] : block["identifier"] }
        let differing = unit(sample) != unit(sampling) ? "unit" : sample["rate"] != sampling["rate"] ? "rate" : nil
        guard let differing else { return nil }
        return stream.finding(
            .differingSampling, at: older, "“sampling” and “sample” differ in their \(differing).",
            remedy: "Remove “sampling”, or write the same values in both.")
    }
}

extension AuthoredStream {
    /// The title of the stream's schema.
    var schemaTitle: String? { setting("schema_title")?.string }

    /// The title of the stream's schema when it is one of apps; otherwise `nil`.
    var schemaTitleOfApp: String? { schemaTitle.flatMap { Self.isTitleOfApp($0) ? $0 : nil } }

    /// Whether a schema of that title is one of apps.
    static func isTitleOfApp(_ title: String) -> Bool {
        title.split(separator: "/").contains { ["app", "mobile_apps"].contains($0) }
    }
}
