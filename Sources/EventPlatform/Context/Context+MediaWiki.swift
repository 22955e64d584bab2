import EventStreams

extension Context {
    /// The wiki being used.
    public var mediawiki: MediaWiki {
        get { MediaWiki(context: self) }
        set { self = newValue.context }
    }

    /// The wiki being used. Every value is optional; what is `nil` is not sent.
    public struct MediaWiki: AttributeGroup, Sendable {
        var context: Context

        /// The wiki's database name: `enwiki`.
        public var database: String? {
            get { self[text: .mediawikiDatabase] }
            set { self[text: .mediawikiDatabase] = newValue }
        }
        /// The skin's name.
        public var skin: String? {
            get { self[text: .mediawikiSkin] }
            set { self[text: .mediawikiSkin] = newValue }
        }
        /// The software's version.
        public var version: String? {
            get { self[text: .mediawikiVersion] }
            set { self[text: .mediawikiVersion] = newValue }
        }
        /// The wiki's language code.
        public var siteContentLanguage: String? {
            get { self[text: .mediawikiSiteContentLanguage] }
            set { self[text: .mediawikiSiteContentLanguage] = newValue }
        }
        /// The wiki's language variant.
        public var siteContentLanguageVariant: String? {
            get { self[text: .mediawikiSiteContentLanguageVariant] }
            set { self[text: .mediawikiSiteContentLanguageVariant] = newValue }
        }
        /// Whether the wiki is a production one.
        public var isProduction: Bool? {
            get { self[flag: .mediawikiIsProduction] }
            set { self[flag: .mediawikiIsProduction] = newValue }
        }
        /// Whether the wiki runs in debug mode.
        public var isDebugMode: Bool? {
            get { self[flag: .mediawikiIsDebugMode] }
            set { self[flag: .mediawikiIsDebugMode] = newValue }
        }
    }
}
