/// The name of one version of a schema, as events carry it in `$schema`: `/title/X.Y.Z`.
public struct SchemaID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text of `$schema`.
    public let path: String

    /// Creates an id from the text of `$schema`, for example `/analytics/product_metrics/app/base/1.3.0`.
    public init(_ path: String) { self.path = path }
    /// Creates an id from the text of `$schema`.
    public init(stringLiteral path: String) { self.init(path) }

    /// The text of `$schema`.
    public var description: String { path }

    /// The title that the path names: what stands before the version, without the leading slash.
    var title: String { path.split(separator: "/").dropLast().joined(separator: "/") }

    /// The id without the empty fragment that some events have behind it.
    var withoutFragment: SchemaID { path.hasSuffix("#") ? SchemaID(String(path.dropLast())) : self }

    /// The product metrics base schema for apps, version 1.3.0: what `submitClick` uses.
    public static let appBase: SchemaID = "/analytics/product_metrics/app/base/1.3.0"
    /// The base schema for servers, version 1.0.0, with platform values of its own.
    public static let serverBase: SchemaID = "/analytics/product_metrics/server/base/1.0.0"
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
