import EventSupport
import Foundation

/// The number of refusals in a namespace. It is the last word of the record of the consent beside the store file.
enum RefusalCount {
    /// The largest number. Later refusals are not told apart.
    static let maximum: Int64 = (1 << 20) - 1

    /// The number that is kept beside the store file of a namespace.
    ///
    /// - Parameters:
    ///   - path: a store file, or one of the other files of `namespace`.
    ///   - namespace: the namespace that the file is a spool or an alternative file of; `nil` for a store file.
    /// - Returns: the number; `nil` if there is no record.
    static func kept(of path: String, partOf namespace: StoreNamespace?) -> Int64? {
        let store = namespace?.main ?? URL(fileURLWithPath: path)
        return SidecarFile(beside: store, SidecarFile.consentExtension).read().flatMap(number)
    }

    /// The number in a record, which has one to three words; 0 if it has none, and `nil` for a text of another form.
    ///
    /// The record is read each time events are stored. A regular expression would be compiled each time.
    static func number(in record: String) -> Int64? {
        var words = record.split(separator: " ", omittingEmptySubsequences: false)
        guard let last = words.last, (1...3).contains(words.count) else { return nil }
        var number: Int64 = 0
        if words.count > 1, last.utf8.allSatisfy(isDigit) {
            guard let digits = Int64(last), (1...maximum).contains(digits) else { return nil }
            number = digits
            words.removeLast()
        }
        let isValid = words.count < 3 && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(isLetterOrHyphen) }
        return isValid && !words[0].contains("-") ? number : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetterOrHyphen(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
    }
}

/// The user has declined in another client of the app: what this one has to store is covered.
struct RefusedElsewhere: Error, CustomStringConvertible {
    var description: String { "the user has declined in another process of the app" }
}

extension StoreTransaction {
    /// Whether it stores events or submissions.
    var addsContent: Bool { !added.isEmpty || !heldSubmissions.isEmpty }
}
