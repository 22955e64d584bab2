/// The formats of ajv 6 in its fast mode, which the intake has. They are looser than the standards they are named for.
extension Format {
    /// The format of that name, or `nil` when ajv 6 lacks it and would refuse to compile.
    convenience init?(intakeFormat name: String) {
        if name == "regex" {
            // ajv refuses an anchor of other languages that JavaScript would take for the letter Z.
            guard case .success(let anchor) = Self.foreignAnchor else { return nil }
            self.init(name, .text { !anchor.matches($0) && PatternParser.accepts($0, unicode: false) })
        } else if case .success(let pattern) = Self.intakePatterns[name] {
            self.init(name, .pattern(pattern))
        } else {
            return nil
        }
    }

    private static let foreignAnchor = Result { () throws(PatternError) in
        try Pattern(#"[^\\]\\Z"#, unicode: false)
    }

    private static let intakePatterns = intakeExpressions.mapValues { expression in
        Result { () throws(PatternError) in try Pattern(expression, unicode: false) }
    }

    private static let time = #"(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?"#
    private static let zone = #"(?:[Zz]|[+-]\d\d(?::?\d\d)?)"#
    private static let hex = "[0-9A-Fa-f]"
    private static let label = "[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?"
    private static let pointer = #"(?:/(?:[^~/]|~[01])*)*"#

    /// ECMA-262 without flags. What ajv matches regardless of case is spelled out.
    private static let intakeExpressions: [String: String] = [
        "date": #"^\d{4}-[01]\d-[0-3]\d$"#,
        "time": "^\(time)\(zone)?$",
        "date-time": #"^\d{4}-[01]\d-[0-3]\d[Tt\s]"# + "\(time)\(zone)$",
        "uri": #"^[A-Za-z][0-9A-Za-z+\-.]*:\S*$"#,
        "uri-reference": #"^(?:(?:[A-Za-z][0-9A-Za-z+\-.]*:)?//?)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$"#,
        "email": "^[0-9A-Za-z.!#$%&'*+/=?^_`{|}~-]+@\(label)(?:\\.\(label))*$",
        "hostname": "^(?=.{1,253}\\.?$)\(label)(?:\\.\(label))*\\.?$",
        "uuid": "^(?:[Uu][Rr][Nn]:[Uu][Uu][Ii][Dd]:)?\(hex){8}-(?:\(hex){4}-){3}\(hex){12}$",
        "ipv4": "^(?:\(anyByte)\\.){3}\(anyByte)$",
        "ipv6": ipv6,
        "json-pointer": "^\(pointer)$",
        "json-pointer-uri-fragment": "^#(?:/(?:[0-9A-Za-z_\\-.!$&'()*+,;:=@]|%\(hex){2}|~[01])*)*$",
        "relative-json-pointer": "^(?:0|[1-9][0-9]*)(?:#|\(pointer))$",
        "uri-template": uriTemplate,
    ]

    private static let anyByte = #"(?:25[0-5]|2[0-4]\d|[01]?\d\d?)"#
    private static let plainByte = #"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"#

    /// Eight groups of which one run is left out, the last two perhaps as an IPv4 address, a zone perhaps behind, and
    /// white space around it all.
    private static let ipv6: String = {
        let group = "\(hex){1,4}"
        let address = "\(plainByte)(?:\\.\(plainByte)){3}"
        var forms = ["(?:\(group):){7}(?:\(group)|:)", "(?:\(group):){6}(?::\(group)|\(address)|:)"]
        for leading in stride(from: 5, through: 1, by: -1) {
            let between = leading == 5 ? "" : "(?::\(group)){0,\(5 - leading)}"
            forms.append("(?:\(group):){\(leading)}(?:(?::\(group)){1,\(7 - leading)}|\(between):\(address)|:)")
        }
        forms.append(":(?:(?::\(group)){1,7}|(?::\(group)){0,5}:\(address)|:)")
        return "^\\s*(?:\(forms.joined(separator: "|")))(?:%.+)?\\s*$"
    }()

    private static let uriTemplate: String = {
        let literal = #"[^\x00-\x20"'<>%\\^`{|}]"#
        let variable = "(?:[0-9A-Za-z_]|%\(hex){2})+(?::[1-9][0-9]{0,3}|\\*)?"
        return "^(?:\(literal)|%\(hex){2}|\\{[+#./;?&=,!@|]?\(variable)(?:,\(variable))*\\})*$"
    }()
}
