/// The formats of ajv 6 in its fast mode, which the intake has. They are looser than the standards they are named for.
extension Format {
    /// The format of that name, or `nil` when ajv 6 lacks it and would refuse to compile.
    convenience init?(intakeFormat name: String) {
        if name == "regex" {
            // ajv refuses an anchor of other languages that JavaScript would take for the letter Z.
            guard case .success(let anchor) = Self.foreignAnchor else { return nil }
            self.init(name, .text { !anchor.matches($0) && PatternParser.accepts($0, unicode: false) })
        } else {
            guard case .success(let pattern) = Self.intakePattern(of: name) else { return nil }
            self.init(name, .pattern(pattern))
        }
    }

    private static let foreignAnchor = Result { () throws(PatternError) in
        try Pattern(#"[^\\]\\Z"#, unicode: false)
    }

    /// The pattern of a format; each is built when the first schema has it, which takes up to some milliseconds.
    private static func intakePattern(of name: String) -> Result<Pattern, PatternError>? {
        switch name {
        case "date": date
        case "time": timeOfDay
        case "date-time": dateTime
        case "uri": uri
        case "uri-reference": uriReference
        case "email": email
        case "hostname": hostname
        case "uuid": uuid
        case "ipv4": ipv4
        case "ipv6": ipv6
        case "json-pointer": jsonPointer
        case "json-pointer-uri-fragment": jsonPointerFragment
        case "relative-json-pointer": relativeJSONPointer
        case "uri-template": uriTemplate
        case "url": url
        default: nil
        }
    }

    /// ECMA-262 without flags. What ajv matches regardless of case is spelled out.
    private static func pattern(_ expression: String) -> Result<Pattern, PatternError> {
        Result { () throws(PatternError) in try Pattern(expression, unicode: false) }
    }

    private static let date = pattern(#"^\d{4}-[01]\d-[0-3]\d$"#)
    private static let timeOfDay = pattern("^\(time)\(zone)?$")
    private static let dateTime = pattern(#"^\d{4}-[01]\d-[0-3]\d[Tt\s]"# + "\(time)\(zone)$")
    private static let uri = pattern(#"^[A-Za-z][0-9A-Za-z+\-.]*:\S*$"#)
    private static let uriReference = pattern(
        #"^(?:(?:[A-Za-z][0-9A-Za-z+\-.]*:)?//?)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$"#)
    private static let email = pattern("^[0-9A-Za-z.!#$%&'*+/=?^_`{|}~-]+@\(label)(?:\\.\(label))*$")
    private static let hostname = pattern("^(?=.{1,253}\\.?$)\(label)(?:\\.\(label))*\\.?$")
    private static let uuid = pattern("^(?:[Uu][Rr][Nn]:[Uu][Uu][Ii][Dd]:)?\(hex){8}-(?:\(hex){4}-){3}\(hex){12}$")
    private static let ipv4 = pattern("^(?:\(anyByte)\\.){3}\(anyByte)$")
    private static let jsonPointer = pattern("^\(pointer)$")
    private static let jsonPointerFragment = pattern(
        "^#(?:/(?:[0-9A-Za-z_\\-.!$&'()*+,;:=@]|%\(hex){2}|~[01])*)*$")
    private static let relativeJSONPointer = pattern("^(?:0|[1-9][0-9]*)(?:#|\(pointer))$")

    private static let time = #"(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?"#
    private static let zone = #"(?:[Zz]|[+-]\d\d(?::?\d\d)?)"#
    private static let hex = "[0-9A-Fa-f]"
    private static let label = "[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?"
    private static let pointer = #"(?:/(?:[^~/]|~[01])*)*"#

    private static let anyByte = #"(?:25[0-5]|2[0-4]\d|[01]?\d\d?)"#
    private static let plainByte = #"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"#

    /// Eight groups of which one run is left out, the last two perhaps as an IPv4 address, a zone perhaps behind, and
    /// white space around it all.
    private static let ipv6 = {
        let group = "\(hex){1,4}"
        let address = "\(plainByte)(?:\\.\(plainByte)){3}"
        var forms = ["(?:\(group):){7}(?:\(group)|:)", "(?:\(group):){6}(?::\(group)|\(address)|:)"]
        for leading in stride(from: 5, through: 1, by: -1) {
            let between = leading == 5 ? "" : "(?::\(group)){0,\(5 - leading)}"
            forms.append("(?:\(group):){\(leading)}(?:(?::\(group)){1,\(7 - leading)}|\(between):\(address)|:)")
        }
        forms.append(":(?:(?::\(group)){1,7}|(?::\(group)){0,5}:\(address)|:)")
        return pattern("^\\s*(?:\(forms.joined(separator: "|")))(?:%.+)?\\s*$")
    }()

    private static let uriTemplate = {
        let literal = #"[^\x00-\x20"'<>%\\^`{|}]"#
        let variable = "(?:[0-9A-Za-z_]|%\(hex){2})+(?::[1-9][0-9]{0,3}|\\*)?"
        return pattern("^(?:\(literal)|%\(hex){2}|\\{[+#./;?&=,!@|]?\(variable)(?:,\(variable))*\\})*$")
    }()

    /// Addresses of the web and of FTP that are not in a private network: perhaps a user, the host, perhaps a port and
    /// a path.
    ///
    /// Codes are scalars here, so that a surrogate is one without its other half. A low one is accepted together with
    /// the code before it, whichever that is.
    private static let url = Result { () throws(PatternError) in
        let lowHalf = #"[\0-\uD7FF\uDC00-\uFFFF][\uDC00-\uDFFF]"#
        let part = #"(?:[^\s\uDC00-\uDFFF]|\#(lowHalf))"#
        let letter = #"(?:[A-Za-z\xA1-\uDBFF\uE000-\uFFFF]|\#(lowHalf))"#
        let label = #"(?:(?:[0-9]|\#(letter))+-)*(?:[0-9]|\#(letter))+"#
        let name = #"\#(label)(?:\.\#(label))*\.\#(letter){2,}"#

        let hundreds = #"1\d\d|2[0-4]\d|25[0-5]"#
        let others = #"[1-9]|1[1-9]|[2-9]\d|1[013458]\d|12[0-689]|16[0-8]|17[013-9]|19[013-9]|2[01]\d|22[0-3]"#
        let pairs = [
            #"(?:\#(others))\.(?:\d\d?|\#(hundreds))"#,
            #"169\.(?:\d\d?|1\d\d|2[0-4]\d|25[0-35])"#,
            #"172\.(?:\d|[04-9]\d|1[0-5]|3[2-9]|\#(hundreds))"#,
            #"192\.(?:\d\d?|1[0-57-9]\d|16[0-79]|2[0-4]\d|25[0-5])"#,
        ]
        let ending = #"(?:\d\d?|\#(hundreds))\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4])"#
        let address = #"(?:\#(pairs.joined(separator: "|")))\.\#(ending)"#
        let scheme = #"(?:[Hh][Tt][Tt][Pp][Ss\u017F]?|[Ff][Tt][Pp])"#
        return try Pattern(
            #"^\#(scheme)://(?:\#(part)+@)?(?:\#(address)|\#(name))(?::\d{2,5})?(?:/\#(part)*)?$"#, unicode: true)
    }
}
