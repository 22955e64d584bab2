import EventSupport

/// The paths of the site's files below its folder.
///
/// Names in schemas can be anything. In a path each byte other than small letters, digits, `_` and `-` is `~` and two
/// hexadecimal digits, so that a path never leaves the folder, needs no escapes in a link, and is another also where
/// file systems ignore case. No folder has the name of a page, which has a dot.
enum SiteAddress {
    static let index = "index.html"
    static let style = "style.css"
    static let script = "script.js"
    static let search = "search-index.js"

    /// The page of a title's newest version; that of another version with its number.
    static func page(of title: String, version: String? = nil) -> String {
        let folders = title.split(separator: "/").map { "\(encoded($0, isLowercase: true))/" }.joined()
        return "schemas/\(folders)\(version ?? "index").html"
    }

    /// The way from a page to the folder of the site: empty, or `../` as often as needed.
    static func root(from page: String) -> String {
        String(repeating: "../", count: page.utf8.count(where: { $0 == UInt8(ascii: "/") }))
    }

    /// The identifier of a field on its page.
    static func anchor(of path: [SchemaField.Step]) -> String {
        "field-" + path.map(anchor).joined(separator: ".")
    }

    private static func anchor(_ step: SchemaField.Step) -> String {
        switch step {
        case .name(let name): encoded(name)
        case .part(let part): ":" + encoded(part)
        }
    }

    /// The maximum number of bytes of a name in a path: file systems take 255.
    private static let maximumNameBytes = 180

    private static func encoded(_ name: some StringProtocol, isLowercase: Bool = false) -> String {
        var text = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where !isLowercase,
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += (byte < 16 ? "~0" : "~") + String(byte, radix: 16, uppercase: true)
            }
        }
        guard text.utf8.count > maximumNameBytes else { return text }
        var checksum = CRC32()
        checksum.add(String(name))
        return "\(text.prefix(maximumNameBytes - 10))~~" + String(checksum.value, radix: 16)
    }
}
