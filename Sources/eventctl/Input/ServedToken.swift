import ArgumentParser
import Foundation

/// The token that `serve` requires.
struct ServedToken: ParsableArguments {
    @Option(
        help: "Require \"Authorization: Bearer TOKEN\" in every request. On loopback addresses the default is none.")
    var token: String?

    @Option(
        help: ArgumentHelp(
            "As --token, with the token in a file, so that no list of processes shows it.", valueName: "FILE"))
    var tokenFile: String?

    var isGiven: Bool { token != nil || tokenFile != nil }

    func validate() throws {
        if token != nil, tokenFile != nil {
            throw ValidationError("--token and --token-file cannot be combined; use one of them")
        }
        if let token { try TokenOptions.check(token) }
    }

    /// The token that is given; `nil` when none is.
    ///
    /// - Throws: `CommandError` when the file has none.
    func given() throws -> String? {
        guard let file = tokenFile.map(InputFile.init) else { return token }
        let text = String(decoding: try file.bytes(wanted: "a token"), as: UTF8.self)
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard TokenOptions.isValid(token) else {
            throw CommandError("\(file.name) must have one line with printable ASCII characters without spaces")
        }
        return token
    }

    /// A token of 160 random bits.
    static func generated() -> String {
        var random = SystemRandomNumberGenerator()
        return (0..<5).map { _ in
            let digits = String(UInt32.random(in: .min ... .max, using: &random), radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}
