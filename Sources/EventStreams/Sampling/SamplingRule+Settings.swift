import EventSchema

extension SettingsReader {
    /// The sampling of a stream: `sample {unit, rate, salt}`, or the form of 2022,
    /// `producers.metrics_platform_client.sampling {identifier, rate}`, when there is no `sample`.
    ///
    /// A block that cannot be read does not take the stream out of use: its sampling is malformed, with a remark.
    mutating func sampling(_ root: SettingsField) -> SamplingRule {
        let sample = root["sample"]
        let older = root["producers"]["metrics_platform_client"]["sampling"]
        if sample.value != nil { return rule(in: sample, unitField: "unit") }
        if older.value != nil { return rule(in: older, unitField: "identifier") }
        return .everyone
    }

    private mutating func rule(in block: SettingsField, unitField: String) -> SamplingRule {
        guard block.value?.object != nil || block.value?.array?.isEmpty == true else {
            return malformed(block, "must be an object, \(block.found)")
        }
        let unitNames = SamplingUnit.allCases.map(\.rawValue).joined(separator: ", ")
        guard let unit = block[unitField].value?.string.flatMap(SamplingUnit.init) else {
            return malformed(block[unitField], "must be one of \(unitNames), \(block[unitField].foundText)")
        }
        guard let rate = block["rate"].value?.number?.double, !rate.isNaN else {
            return malformed(block["rate"], "must be a number from 0 to 1, \(block["rate"].foundText)")
        }
        let salt = block["salt"].value?.string
        if block["salt"].value != nil, salt?.isEmpty ?? true {
            return malformed(block["salt"], "must be a text that is not empty, \(block["salt"].foundText)")
        }
        if !(0...1).contains(rate) {
            remark(block["rate"], "should be from 0 to 1, is \(rate): \(rate > 1 ? "all are in" : "none is in")")
        }
        return .rule(unit: unit, rate: rate, salt: salt)
    }

    private mutating func malformed(_ field: SettingsField, _ reason: String) -> SamplingRule {
        remark(field, "\(reason); no event of this stream is in sample")
        return .malformed(reason: "\(field.path) \(reason)")
    }
}

extension SettingsField {
    /// What the value is, in its own words when it is short.
    fileprivate var foundText: String {
        switch value {
        case nil: "is missing"
        case .string(let text) where text.utf8.count <= 64: "is “\(text)”"
        default: found
        }
    }
}
