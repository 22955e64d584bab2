extension Format {
    /// The format of that name, or `nil` when the dialect does not define it: then `format` has no effect.
    convenience init?(named name: String, dialect: Dialect) {
        guard let (since, test) = Self.tests[name], since.isDefined(in: dialect) else { return nil }
        self.init(name, test)
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

    /// `uuid` and `duration` were defined by later drafts; draft 7 allows them.
    private static let tests: [String: (FirstDraft, @Sendable (String) -> Bool)] = [
        "date-time": (.draft4, { TimeFormat.isDateTime($0) }),
        "date": (.draft7, { TimeFormat.isDate($0) }),
        "time": (.draft7, { TimeFormat.isTime($0) }),
        "duration": (.draft7, { TimeFormat.isDuration($0) }),
        "email": (.draft4, { EmailFormat.isAddress($0, isInternational: false) }),
        "idn-email": (.draft7, { EmailFormat.isAddress($0, isInternational: true) }),
        "hostname": (.draft4, { HostnameFormat.isHostname($0) }),
        "idn-hostname": (.draft7, { HostnameFormat.isInternationalHostname($0) }),
        "ipv4": (.draft4, { AddressFormat.isIPv4($0) }),
        "ipv6": (.draft4, { AddressFormat.isIPv6($0) }),
        "uri": (.draft4, { URIFormat(allowsUnicode: false).isURI($0) }),
        "uri-reference": (.draft6, { URIFormat(allowsUnicode: false).isReference($0) }),
        "iri": (.draft7, { URIFormat(allowsUnicode: true).isURI($0) }),
        "iri-reference": (.draft7, { URIFormat(allowsUnicode: true).isReference($0) }),
        "uri-template": (.draft6, { TemplateFormat.isTemplate($0) }),
        "json-pointer": (.draft6, { PointerFormat.isPointer($0) }),
        "relative-json-pointer": (.draft7, { PointerFormat.isRelativePointer($0) }),
        "regex": (.draft7, { PatternParser.accepts($0, unicode: true) }),
        "uuid": (.draft7, { UUIDFormat.isUUID($0) }),
    ]
}
