public import EventSchema

/// The kind of value a contextual attribute has.
public enum ContextualAttributeType: String, Sendable, Hashable, CaseIterable {
    /// A text.
    case string
    /// A whole number.
    case integer
    /// Any number.
    case number
    /// True or false.
    case boolean
    /// A list of texts.
    case stringList
    /// An RFC 3339 date-time text, compared as the instant it names.
    case dateTime
}

extension ContextualAttributeType {
    /// Whether a value is of this kind; null is of every kind.
    public func accepts(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (_, .null), (.string, .string), (.number, .number), (.boolean, .bool): true
        case (.integer, .number(let number)): number.int64 != nil
        case (.stringList, .array(let elements)): elements.allSatisfy { $0.string != nil }
        case (.dateTime, .string(let text)): UTCInstant(rfc3339: text) != nil
        default: false
        }
    }
}

/// The source of a contextual attribute's value.
public enum ContextualAttributeSource: String, Sendable, Hashable, CaseIterable {
    /// The client library, from the system it runs on or its configuration.
    case platform
    /// The install id that the client library keeps.
    case installation
    /// The session that the client library keeps.
    case session
    /// The page view that the client library keeps.
    case pageview
    /// The application, which pushes the value.
    case application
}

/// A value about the circumstances of an event that a stream may list in `provide_values`.
///
/// The raw value is the name used there and in curation rules.
public enum ContextualAttribute: String, CaseIterable, Sendable, Hashable {
    /// The id of this installation of the app.
    case agentAppInstallID = "agent_app_install_id"
    /// The client platform, such as `ios` or `swift_server`; see the schema's `enum`.
    case agentClientPlatform = "agent_client_platform"
    /// The family of the client platform: `app`, `mobile_browser`, `desktop_browser`, `server` or `command_line`.
    case agentClientPlatformFamily = "agent_client_platform_family"
    /// Which build of the app this is.
    case agentAppFlavor = "agent_app_flavor"
    /// The name of the app's colour theme.
    case agentAppTheme = "agent_app_theme"
    /// The app's build number.
    case agentAppVersion = "agent_app_version"
    /// The app's version as people read it.
    case agentAppVersionName = "agent_app_version_name"
    /// The device's brand and model.
    case agentDeviceFamily = "agent_device_family"
    /// The language of the system.
    case agentDeviceLanguage = "agent_device_language"
    /// `prod`, `dev` or `debug`.
    case agentReleaseStatus = "agent_release_status"
    /// The value of the `User-Agent` header.
    case agentUserAgentString = "agent_ua_string"
    /// The page's id; -1 for special pages, 0 for deleted ones.
    case pageID = "page_id"
    /// The page's title.
    case pageTitle = "page_title"
    /// The number of the page's namespace.
    case pageNamespaceID = "page_namespace_id"
    /// The name of the page's namespace; empty for the main one.
    case pageNamespaceName = "page_namespace_name"
    /// The id of the revision that is shown.
    case pageRevisionID = "page_revision_id"
    /// The page's Wikidata item.
    case pageWikidataQID = "page_wikidata_qid"
    /// The language the page is written in.
    case pageContentLanguage = "page_content_language"
    /// Whether the page is a redirect.
    case pageIsRedirect = "page_is_redirect"
    /// The groups that may edit the page; empty for everyone.
    case pageUserGroupsAllowedToEdit = "page_user_groups_allowed_to_edit"
    /// The groups that may move the page; empty for everyone.
    case pageUserGroupsAllowedToMove = "page_user_groups_allowed_to_move"
    /// The wiki's database name, such as `enwiki`.
    case mediaWikiDatabase = "mediawiki_database"
    /// The skin in use.
    case mediaWikiSkin = "mediawiki_skin"
    /// The version of MediaWiki.
    case mediaWikiVersion = "mediawiki_version"
    /// The language of the wiki.
    case mediaWikiSiteContentLanguage = "mediawiki_site_content_language"
    /// The language variant of the wiki.
    case mediaWikiSiteContentLanguageVariant = "mediawiki_site_content_language_variant"
    /// Whether the wiki is in production.
    case mediaWikiIsProduction = "mediawiki_is_production"
    /// Whether debug mode is on.
    case mediaWikiIsDebugMode = "mediawiki_is_debug_mode"
    /// The id of the user's account.
    case performerID = "performer_id"
    /// The name of the user's account.
    case performerName = "performer_name"
    /// The id of the session: 20 characters.
    case performerSessionID = "performer_session_id"
    /// The id of the page view: 20 characters.
    case performerPageviewID = "performer_pageview_id"
    /// The token of a cluster of the user's activity on a domain, which ends after 30 minutes without activity: 20
    /// characters. Clients of the web make it.
    case performerActiveBrowsingSessionToken = "performer_active_browsing_session_token"
    /// Whether the user is logged in.
    case performerIsLoggedIn = "performer_is_logged_in"
    /// Whether the account is a temporary one.
    case performerIsTemp = "performer_is_temp"
    /// Whether the account is a bot's.
    case performerIsBot = "performer_is_bot"
    /// Whether the user can probably edit the page; a quick check without every restriction.
    case performerCanProbablyEditPage = "performer_can_probably_edit_page"
    /// The groups the user is in.
    case performerGroups = "performer_groups"
    /// How many edits the user has made.
    case performerEditCount = "performer_edit_count"
    /// The same in five steps, from `0 edits` to `1000+ edits`.
    case performerEditCountBucket = "performer_edit_count_bucket"
    /// The language of the user's interface.
    case performerLanguage = "performer_language"
    /// The language variant of the user's interface.
    case performerLanguageVariant = "performer_language_variant"
    /// The user's languages, joined by commas.
    case performerLanguageGroups = "performer_language_groups"
    /// The first of the user's languages.
    case performerLanguagePrimary = "performer_language_primary"
    /// When the account was made.
    case performerRegistrationDate = "performer_registration_dt"
    /// How many of the screen's pixels make one of the layout's.
    case devicePixelRatio = "device_pixel_ratio"
    /// How many threads the processor runs at once.
    case deviceHardwareConcurrency = "device_hardware_concurrency"
    /// The maximum number of simultaneous touch points of the screen.
    case deviceMaxTouchPoints = "device_max_touch_points"
    /// How the wiki is reached, such as `mobile app`.
    case accessMethod = "access_method"

    /// Creates the attribute with a current or older name; `nil` for an unknown name.
    public init?(name: String) {
        if let attribute = ContextualAttribute(rawValue: name) ?? Self.olderNames[name] {
            self = attribute
            return
        }
        // Names of 2022 begin with `user_` where those of current schemas begin with `performer_`.
        guard name.hasPrefix("user_") else { return nil }
        self.init(rawValue: "performer_" + name.dropFirst("user_".count))
    }

    /// The path of the value in an event: `["performer", "is_logged_in"]`.
    public var path: [String] { row.path }

    /// The kind of value.
    public var type: ContextualAttributeType { row.type }

    /// The source of the value.
    public var source: ContextualAttributeSource { row.source }

    /// The lowest `sensitivity` that a stream with the attribute may have.
    public var sensitivity: Sensitivity { row.exposure.sensitivity }

    /// The reason for the ``sensitivity``, as a sentence.
    public var sensitivityReason: String { row.exposure.reason }
}
