import EventStreams

extension Context {
    /// The wiki that is used; see ``MediaWiki``.
    public var mediaWiki: MediaWiki {
        get { MediaWiki(context: self) }
        set { self = newValue.context }
    }

    /// The wiki that is used.
    ///
    /// ```swift
    /// client.updateContext { $0.mediaWiki.database = "enwiki" }
    /// ```
    ///
    /// What is `nil`, the default, is not sent. In parentheses is the attribute's name in a stream's `provide_values`.
    /// The base schemas for apps and servers have a property for ``database`` only.
    public struct MediaWiki: TypedAttributes, Sendable {
        var context: Context

        /// The database name of the wiki, such as `enwiki` (`mediawiki_database`). Sample rates of experiments that
        /// differ from wiki to wiki use it too.
        public var database: String? {
            get { self[text: .mediaWikiDatabase] }
            set { self[text: .mediaWikiDatabase] = newValue }
        }
        /// The name of the skin (`mediawiki_skin`).
        public var skin: String? {
            get { self[text: .mediaWikiSkin] }
            set { self[text: .mediaWikiSkin] = newValue }
        }
        /// The version of MediaWiki (`mediawiki_version`).
        public var version: String? {
            get { self[text: .mediaWikiVersion] }
            set { self[text: .mediaWikiVersion] = newValue }
        }
        /// The language code of the wiki's content (`mediawiki_site_content_language`).
        public var siteContentLanguage: String? {
            get { self[text: .mediaWikiSiteContentLanguage] }
            set { self[text: .mediaWikiSiteContentLanguage] = newValue }
        }
        /// The language variant of the wiki's content (`mediawiki_site_content_language_variant`).
        public var siteContentLanguageVariant: String? {
            get { self[text: .mediaWikiSiteContentLanguageVariant] }
            set { self[text: .mediaWikiSiteContentLanguageVariant] = newValue }
        }
        /// Whether the wiki is a production one (`mediawiki_is_production`).
        public var isProduction: Bool? {
            get { self[flag: .mediaWikiIsProduction] }
            set { self[flag: .mediaWikiIsProduction] = newValue }
        }
        /// Whether the wiki runs in debug mode (`mediawiki_is_debug_mode`).
        public var isDebugMode: Bool? {
            get { self[flag: .mediaWikiIsDebugMode] }
            set { self[flag: .mediaWikiIsDebugMode] = newValue }
        }
    }
}
