import EventSupport

/// The files that were renamed since a baseline was made. A renamed file is found by its findings: it has those of a
/// file that is gone, and had none before.
struct RenamedFiles {
    private var oldNames: [String: String] = [:]

    /// - Parameters:
    ///   - missing: the earlier findings that are not there any more.
    ///   - new: the findings of files that had none before.
    init(missing: [FindingKey], new: [FindingKey]) {
        let files = Dictionary(grouping: new, by: \.subject).mapValues { Set($0.map(\.file)) }
        var pairs: [Pair: Int] = [:]
        for key in missing where FileKind(at: key.file) == .missing {
            for file in files[key.subject] ?? [] { pairs[Pair(old: key.file, new: file), default: 0] += 1 }
        }
        // The pair with the most findings in common comes first, then the one whose paths end alike.
        let order = pairs.map { (pair: $0, rank: ($1, $0.commonNames)) }.sorted { left, right in
            left.rank != right.rank ? left.rank > right.rank : left.pair < right.pair
        }
        var found: Set<String> = []
        for (pair, _) in order where oldNames[pair.new] == nil && found.insert(pair.old).inserted {
            oldNames[pair.new] = pair.old
        }
    }

    /// The name that a file had before; `nil` when it is not renamed.
    subscript(file: String) -> String? { oldNames[file] }

    private struct Pair: Hashable, Comparable {
        let old: String
        let new: String

        /// The number of names at the ends of both paths that are the same.
        var commonNames: Int {
            zip(old.split(separator: "/").reversed(), new.split(separator: "/").reversed()).prefix { $0 == $1 }.count
        }

        static func < (left: Pair, right: Pair) -> Bool { (left.old, left.new) < (right.old, right.new) }
    }
}
