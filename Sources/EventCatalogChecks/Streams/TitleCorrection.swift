import EventSupport

/// The title that an unknown one was probably meant to be.
struct TitleCorrection {
    let title: String
    /// Whether only the spelling of a title is wrong, so that no other title can be meant.
    let isCertain: Bool
    /// What is wrong with the spelling.
    let reason: String

    /// `limit` is how many letters may differ. With few titles to compare with, the nearest one is often another.
    init?(of title: String, _ titles: [String], limit: Int) {
        let key = Self.key(of: title)
        let same = titles.filter { Self.key(of: $0) == key }
        isCertain = same.count == 1
        guard let suggestion = same.count == 1 ? same.first : titles.nearest(to: title, limit: limit) else {
            return nil
        }
        self.title = suggestion
        reason =
            if title.hasPrefix("/") {
                "Titles begin without a slash."
            } else if title.lowercased() == suggestion.lowercased() {
                "Upper and lower case differ."
            } else {
                "A title has no version and no slash at its end."
            }
    }

    /// The title in lower case, without slashes around it and without a version.
    private static func key(of title: String) -> String {
        var parts = title.lowercased().split(separator: "/")
        let version = parts.last ?? ""
        if version == "latest" || (version.contains(".") && version.allSatisfy { "0123456789.".contains($0) }) {
            parts.removeLast()
        }
        return parts.joined(separator: "/")
    }
}
