/// The capital letters that names of schemas and streams do not have: tables are named after both.
package enum CapitalLetter {
    /// The first capital letter of ASCII; `nil` for none.
    package static func first(in name: String) -> Character? {
        name.first { $0.isASCII && $0.isUppercase }
    }
}
