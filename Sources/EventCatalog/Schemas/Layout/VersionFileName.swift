/// The name of a file of a version: `1.2.3.yaml`, `.yml` or `.json`, or `1.2.3` alone.
struct VersionFileName: Sendable, Hashable {
    let text: String
    let version: SemanticVersion
    /// The ending without its period; empty for `1.2.3` alone.
    let ending: String

    /// - Returns: `nil` for other names, such as `1.2.yaml` and `01.2.3.yaml`.
    init?(_ text: String) {
        ending = SchemaTitleFolder.endings.first { text.hasSuffix(".\($0)") } ?? ""
        guard let version = SemanticVersion(text.dropLast(ending.isEmpty ? 0 : ending.count + 1)) else { return nil }
        (self.text, self.version) = (text, version)
    }
}
