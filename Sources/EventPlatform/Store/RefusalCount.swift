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

    /// The number in a record; 0 where it has none, and `nil` for a text of another form.
    static func number(in record: String) -> Int64? {
        guard let parts = record.wholeMatch(of: /[a-z]+(?: [a-z-]+)?(?: ([0-9]+))?/) else { return nil }
        guard let digits = parts.1 else { return 0 }
        return Int64(digits).flatMap { (1...maximum).contains($0) ? $0 : nil }
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
