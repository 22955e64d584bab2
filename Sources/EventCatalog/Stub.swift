public import EventSchema
public struct SchemaRepository: Sendable {
    public init(roots: [String]) throws {}
    public var documents: [String: JSONValue] { [:] }
    public func schema(_ id: String) -> Schema? { nil }
}
public struct StreamCatalog: Sendable {
    public let streams: JSONObject = [:]
    public init(directory: String, repository: SchemaRepository) throws {}
}
