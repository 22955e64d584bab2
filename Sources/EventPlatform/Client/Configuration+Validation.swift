extension EventPlatformClient.Configuration {
    /// Where schemas are, and what happens to events that do not follow theirs.
    ///
    /// ```swift
    /// configuration.validation.mode = .warn
    /// configuration.validation.sources = [.repository(schemas)]
    /// ```
    public struct Validation: Sendable {
        /// What happens to events that do not follow their schema. The default, ``ValidationMode/enforce``, drops them
        /// as ``DropReason/invalid``.
        ///
        /// ```swift
        /// configuration.validation.mode = .warn
        /// ```
        ///
        /// The intake validates again: it may reject an invalid event that is sent in another mode.
        public var mode: ValidationMode = .enforce
        /// Where schemas are looked for besides the built-in base schemas: first those given in code, then the others
        /// in this order. Empty by default; ``EventPlatformClient/Configuration/init(server:store:)`` sets the server's
        /// repository.
        ///
        /// ```swift
        /// configuration.validation.sources = [.directory(folder), .repository(schemas)]
        /// ```
        ///
        /// An event whose schema no source has is sent unvalidated and counted as ``Ledger/Account/unvalidated``; one
        /// of an app's own type then carries no contextual attributes.
        public var sources: [SchemaSource] = []
        /// The maximum time that an event waits in the store for a schema that is being fetched or cannot be reached;
        /// then it is sent unvalidated. The default is 10 minutes.
        ///
        /// ```swift
        /// configuration.validation.schemaTimeout = .seconds(60)
        /// ```
        ///
        /// Other events do not wait. The time counts across restarts. With 0 or less no event waits.
        public var schemaTimeout: Duration = .seconds(600)

        /// Creates validation settings with their defaults.
        public init() {}
    }
}
