/// The version of a schema: three whole numbers, compared in order.
package struct SemanticVersion: Sendable, Hashable {
    /// Raised when events of earlier versions are no longer accepted.
    package let major: Int
    /// Raised when something is added.
    package let minor: Int
    /// Raised when only texts change.
    package let patch: Int

    package init(_ major: Int, _ minor: Int, _ patch: Int) {
        (self.major, self.minor, self.patch) = (major, minor, patch)
    }

    /// Reads `X.Y.Z`.
    ///
    /// - Returns: `nil` for anything else, also for numbers with leading zeros and beyond 64 bits.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part -> Int? in
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), part == "0" || part.first != "0" else {
                return nil
            }
            return Int(part)
        }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        self.init(numbers[0], numbers[1], numbers[2])
    }

    /// Reads the version at the end of an `$id` such as `/title/X.Y.Z`. A fragment and a file ending are left out.
    package init?(endOf id: String) {
        let path = id.prefix { $0 != "#" }
        var last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        for ending in SchemaTitleFolder.endings where last.hasSuffix(".\(ending)") {
            last = last.dropLast(ending.count + 1)
        }
        self.init(last)
    }
}

extension SemanticVersion: Comparable {
    /// Whether `left` is older.
    package static func < (left: SemanticVersion, right: SemanticVersion) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

extension SemanticVersion: CustomStringConvertible {
    /// `X.Y.Z`.
    package var description: String { "\(major).\(minor).\(patch)" }
}
