import EventSchema

extension SettingsReader {
    /// The sampling of a stream: `sample {unit, rate, salt}`, or the form of 2022,
    /// `producers.metrics_platform_client.sampling {identifier, rate}`, when there is no `sample`.
    ///
    /// A block `[]` counts as none, since PHP writes a map that was emptied so. Any other block that cannot be read
    /// does not take the stream out of use: its sampling is malformed, with a remark.
    mutating func sampling(_ root: SettingsField) -> SamplingRule {
        let blocks = [root["sample"], root["producers"]["metrics_platform_client"]["sampling"]]
        return blocks.first { $0.value != nil && $0.value?.array?.isEmpty != true }.map { rule(in: $0) } ?? .all
    }

    /// The rule of a block. `identifier` is the older name of `unit`.
    private mutating func rule(in block: SettingsField) -> SamplingRule {
        guard block.value?.object != nil else { return malformed(block, "must be an object, \(block.found)") }
        let unitNames = SamplingUnit.allCases.map(\.rawValue).joined(separator: ", ")
        let older = block["identifier"]
        let unitField = block["unit"].value == nil && older.value != nil ? older : block["unit"]
        // All mistakes of a block are noted; the first one is the reason.
        var mistakes: [SamplingRule] = []
        let unit = unitField.value?.string.flatMap(SamplingUnit.init)
        if unit == nil { mistakes.append(malformed(unitField, "must be one of \(unitNames), \(unitField.foundText)")) }
        let isEmpty = block.value?.object?.isEmpty == true
        let rate = isEmpty ? nil : rate(block["rate"], &mistakes)
        let salt = block["salt"].value?.string
        if block["salt"].value != nil, salt?.isEmpty ?? true {
            mistakes.append(malformed(block["salt"], "must be a text that is not empty, \(block["salt"].foundText)"))
        }
        guard mistakes.isEmpty, let unit, let rate else {
            return mistakes.first ?? .malformed(reason: block.path.settingText)
        }
        return .sample(unit: unit, rate: rate, salt: salt)
    }

    private mutating func rate(_ field: SettingsField, _ mistakes: inout [SamplingRule]) -> Double? {
        guard let number = field.value?.number, case let rate = number.double, !rate.isNaN else {
            mistakes.append(malformed(field, "must be a number from 0 to 1, \(field.foundText)"))
            return nil
        }
        if !(0...1).contains(rate) {
            remark(field, "should be from 0 to 1, is \(number): \(rate > 1 ? "all are in" : "none is in")")
        }
        return rate
    }

    private mutating func malformed(_ field: SettingsField, _ reason: String) -> SamplingRule {
        remark(field, "\(reason); no event of this stream is in sample")
        return .malformed(reason: "\(field.path.settingText) \(reason)")
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
