extension Format {
    /// The format of that name, or `nil` when the dialect does not define it: then `format` has no effect.
    convenience init?(named name: String, dialect: Dialect) {
        guard let (since, test) = Self.tests[name], since.isDefined(in: dialect) else { return nil }
        self.init(name, name == "regex" && !dialect.isLater ? Self.regexOfEarlierDrafts : test)
    }

    private enum FirstDraft {
        case draft4, draft6, draft7

        func isDefined(in dialect: Dialect) -> Bool {
            switch self {
            case .draft4: true
            case .draft6: dialect != .draft4
            case .draft7: dialect != .draft4 && dialect != .draft6
            }
        }
    }

    /// An expression as `pattern` takes it in these drafts.
    private static let regexOfEarlierDrafts = Test.text {
        PatternParser.accepts($0, unicode: true, allowsRedundantEscapes: true)
    }

    /// `uuid` and `duration` were defined by later drafts; draft 7 allows them.
    private static let tests: [String: (FirstDraft, Test)] = [
        "date-time": (.draft4, .bytes { TimeFormat.isDateTime($0) }),
        "date": (.draft7, .bytes { TimeFormat.isDate($0) }),
        "time": (.draft7, .bytes { TimeFormat.isTime($0) }),
        "duration": (.draft7, .bytes { TimeFormat.isDuration($0) }),
        "email": (.draft4, .text { EmailFormat.isAddress($0, isInternational: false) }),
        "idn-email": (.draft7, .text { EmailFormat.isAddress($0, isInternational: true) }),
        "hostname": (.draft4, .text { HostnameFormat.isHostname($0) }),
        "idn-hostname": (.draft7, .text { HostnameFormat.isInternationalHostname($0) }),
        "ipv4": (.draft4, .text { AddressFormat.isIPv4($0) }),
        "ipv6": (.draft4, .text { AddressFormat.isIPv6($0) }),
        "uri": (.draft4, .bytes { URIFormat(allowsUnicode: false).isURI($0) }),
        "uri-reference": (.draft6, .bytes { URIFormat(allowsUnicode: false).isReference($0) }),
        "iri": (.draft7, .bytes { URIFormat(allowsUnicode: true).isURI($0) }),
        "iri-reference": (.draft7, .bytes { URIFormat(allowsUnicode: true).isReference($0) }),
        "uri-template": (.draft6, .bytes { TemplateFormat.isTemplate($0) }),
        "json-pointer": (.draft6, .bytes { PointerFormat.isPointer($0) }),
        "relative-json-pointer": (.draft7, .bytes { PointerFormat.isRelativePointer($0) }),
        "regex": (.draft7, .text { PatternParser.accepts($0, unicode: true) }),
        "uuid": (.draft7, .bytes { UUIDFormat.isUUID($0) }),
    ]
}
