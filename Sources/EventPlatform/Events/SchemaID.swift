import EventSchema

/// The id of one version of a schema, as events have it in `$schema`: `/title/X.Y.Z`.
///
/// A string literal is an id:
///
/// ```swift
/// extension SchemaID {
///     static let searchResults: Self = "/analytics/my_team/search_results/1.0.0"
/// }
/// ```
///
/// Any text is accepted. When no source has the schema, events that name it are sent unvalidated, with a
/// ``Diagnostic/Kind/schema`` diagnostic.
public struct SchemaID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text of `$schema`.
    public let path: String

    /// Creates an id from the text of `$schema`, such as `/analytics/product_metrics/app/base/1.3.0`.
    public init(_ path: String) { self.path = path }
    /// Creates an id from the text of `$schema`.
    public init(stringLiteral path: String) { self.init(path) }

    /// The text of `$schema`.
    public var description: String { path }

    /// The schema's title: the path without the leading slash and the version.
    var title: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The id without the empty fragment, `#`, that some events have at its end.
    var withoutFragment: SchemaID { path.utf8.last == UInt8(ascii: "#") ? SchemaID(String(path.dropLast())) : self }

    /// The product metrics base schema for apps, version 1.3.0. It is compiled into the library.
    ///
    /// Interactions of every platform family but servers and command-line tools follow it, unless the call names
    /// another; see ``ClientPlatformFamily/baseSchema``. It requires an `agent`, so an app on macOS sets
    /// ``Context/Agent/clientPlatform``; elsewhere it is set.
    public static let appBase: SchemaID = "/analytics/product_metrics/app/base/1.3.0"
    /// The base schema for servers and command-line tools, version 1.0.0. It is compiled into the library.
    ///
    /// ```swift
    /// client.submitInteraction(stream: "shop.orders", schema: .serverBase, action: "pay") {
    ///     $0.performer.sessionID = sessionID
    /// }
    /// ```
    ///
    /// Interactions of these two platform families follow it, unless the call names another schema; see
    /// ``ClientPlatformFamily/baseSchema``. Its platforms are ``ClientPlatform/swiftServer``, the default on Linux, and
    /// ``ClientPlatform/swiftCommandLine``.
    public static let serverBase: SchemaID = "/analytics/product_metrics/server/base/1.0.0"
}

extension SchemaID {
    /// Whether both have the same bytes.
    public static func == (left: SchemaID, right: SchemaID) -> Bool { left.path.isExactly(right.path) }

    /// Hashes what equality compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(ExactText(path)) }
}

extension SchemaID: Codable {
    /// Reads the text of `$schema`.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text of `$schema`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(path)
    }
}
