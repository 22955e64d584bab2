extension ContextualAttribute {
    /// The attributes of the platform. The raw value is the name.
    enum BuiltIn: String, Sendable, Hashable, CaseIterable {
        case agentAppInstallID = "agent_app_install_id"
        case agentClientPlatform = "agent_client_platform"
        case agentClientPlatformFamily = "agent_client_platform_family"
        case agentAppFlavor = "agent_app_flavor"
        case agentAppTheme = "agent_app_theme"
        case agentAppVersion = "agent_app_version"
        case agentAppVersionName = "agent_app_version_name"
        case agentDeviceFamily = "agent_device_family"
        case agentDeviceLanguage = "agent_device_language"
        case agentReleaseStatus = "agent_release_status"
        case agentUserAgentString = "agent_ua_string"
        case pageID = "page_id"
        case pageTitle = "page_title"
        case pageNamespaceID = "page_namespace_id"
        case pageNamespaceName = "page_namespace_name"
        case pageRevisionID = "page_revision_id"
        case pageWikidataQID = "page_wikidata_qid"
        case pageContentLanguage = "page_content_language"
        case pageIsRedirect = "page_is_redirect"
        case pageUserGroupsAllowedToEdit = "page_user_groups_allowed_to_edit"
        case pageUserGroupsAllowedToMove = "page_user_groups_allowed_to_move"
        case mediaWikiDatabase = "mediawiki_database"
        case mediaWikiSkin = "mediawiki_skin"
        case mediaWikiVersion = "mediawiki_version"
        case mediaWikiSiteContentLanguage = "mediawiki_site_content_language"
        case mediaWikiSiteContentLanguageVariant = "mediawiki_site_content_language_variant"
        case mediaWikiIsProduction = "mediawiki_is_production"
        case mediaWikiIsDebugMode = "mediawiki_is_debug_mode"
        case performerID = "performer_id"
        case performerName = "performer_name"
        case performerSessionID = "performer_session_id"
        case performerPageviewID = "performer_pageview_id"
        case performerActiveBrowsingSessionToken = "performer_active_browsing_session_token"
        case performerIsLoggedIn = "performer_is_logged_in"
        case performerIsTemp = "performer_is_temp"
        case performerIsBot = "performer_is_bot"
        case performerCanProbablyEditPage = "performer_can_probably_edit_page"
        case performerGroups = "performer_groups"
        case performerEditCount = "performer_edit_count"
        case performerEditCountBucket = "performer_edit_count_bucket"
        case performerLanguage = "performer_language"
        case performerLanguageVariant = "performer_language_variant"
        case performerLanguageGroups = "performer_language_groups"
        case performerLanguagePrimary = "performer_language_primary"
        case performerRegistrationDate = "performer_registration_dt"
        case devicePixelRatio = "device_pixel_ratio"
        case deviceHardwareConcurrency = "device_hardware_concurrency"
        case deviceMaxTouchPoints = "device_max_touch_points"
        case accessMethod = "access_method"
    }
}

extension ContextualAttribute {
    /// The id of this installation of the app.
    public static var agentAppInstallID: Self { Self(.agentAppInstallID) }
    /// The client platform, such as `ios` or `swift_server`; see the schema's `enum`.
    public static var agentClientPlatform: Self { Self(.agentClientPlatform) }
    /// The family of the client platform: `app`, `mobile_browser`, `desktop_browser`, `server` or `command_line`.
    public static var agentClientPlatformFamily: Self { Self(.agentClientPlatformFamily) }
    /// Which build of the app this is.
    public static var agentAppFlavor: Self { Self(.agentAppFlavor) }
    /// The name of the app's colour theme.
    public static var agentAppTheme: Self { Self(.agentAppTheme) }
    /// The app's build number.
    public static var agentAppVersion: Self { Self(.agentAppVersion) }
    /// The app's version as people read it.
    public static var agentAppVersionName: Self { Self(.agentAppVersionName) }
    /// The device's brand and model.
    public static var agentDeviceFamily: Self { Self(.agentDeviceFamily) }
    /// The language of the system.
    public static var agentDeviceLanguage: Self { Self(.agentDeviceLanguage) }
    /// `prod`, `dev` or `debug`.
    public static var agentReleaseStatus: Self { Self(.agentReleaseStatus) }
    /// The value of the `User-Agent` header.
    public static var agentUserAgentString: Self { Self(.agentUserAgentString) }
    /// The page's id; -1 for special pages, 0 for deleted ones.
    public static var pageID: Self { Self(.pageID) }
    /// The page's title.
    public static var pageTitle: Self { Self(.pageTitle) }
    /// The number of the page's namespace.
    public static var pageNamespaceID: Self { Self(.pageNamespaceID) }
    /// The name of the page's namespace; empty for the main one.
    public static var pageNamespaceName: Self { Self(.pageNamespaceName) }
    /// The id of the revision that is shown.
    public static var pageRevisionID: Self { Self(.pageRevisionID) }
    /// The page's Wikidata item.
    public static var pageWikidataQID: Self { Self(.pageWikidataQID) }
    /// The language the page is written in.
    public static var pageContentLanguage: Self { Self(.pageContentLanguage) }
    /// Whether the page is a redirect.
    public static var pageIsRedirect: Self { Self(.pageIsRedirect) }
    /// The groups that may edit the page; empty for everyone.
    public static var pageUserGroupsAllowedToEdit: Self { Self(.pageUserGroupsAllowedToEdit) }
    /// The groups that may move the page; empty for everyone.
    public static var pageUserGroupsAllowedToMove: Self { Self(.pageUserGroupsAllowedToMove) }
    /// The wiki's database name, such as `enwiki`.
    public static var mediaWikiDatabase: Self { Self(.mediaWikiDatabase) }
    /// The skin in use.
    public static var mediaWikiSkin: Self { Self(.mediaWikiSkin) }
    /// The version of MediaWiki.
    public static var mediaWikiVersion: Self { Self(.mediaWikiVersion) }
    /// The language of the wiki.
    public static var mediaWikiSiteContentLanguage: Self { Self(.mediaWikiSiteContentLanguage) }
    /// The language variant of the wiki.
    public static var mediaWikiSiteContentLanguageVariant: Self { Self(.mediaWikiSiteContentLanguageVariant) }
    /// Whether the wiki is in production.
    public static var mediaWikiIsProduction: Self { Self(.mediaWikiIsProduction) }
    /// Whether debug mode is on.
    public static var mediaWikiIsDebugMode: Self { Self(.mediaWikiIsDebugMode) }
    /// The id of the user's account.
    public static var performerID: Self { Self(.performerID) }
    /// The name of the user's account.
    public static var performerName: Self { Self(.performerName) }
    /// The id of the session: 20 characters.
    public static var performerSessionID: Self { Self(.performerSessionID) }
    /// The id of the page view: 20 characters.
    public static var performerPageviewID: Self { Self(.performerPageviewID) }
    /// The token of a cluster of the user's activity on a domain, which ends after 30 minutes without activity: 20
    /// characters. Clients of the web make it.
    public static var performerActiveBrowsingSessionToken: Self { Self(.performerActiveBrowsingSessionToken) }
    /// Whether the user is logged in.
    public static var performerIsLoggedIn: Self { Self(.performerIsLoggedIn) }
    /// Whether the account is a temporary one.
    public static var performerIsTemp: Self { Self(.performerIsTemp) }
    /// Whether the account is a bot's.
    public static var performerIsBot: Self { Self(.performerIsBot) }
    /// Whether the user can probably edit the page; a quick check without every restriction.
    public static var performerCanProbablyEditPage: Self { Self(.performerCanProbablyEditPage) }
    /// The groups the user is in.
    public static var performerGroups: Self { Self(.performerGroups) }
    /// How many edits the user has made.
    public static var performerEditCount: Self { Self(.performerEditCount) }
    /// The same in five steps, from `0 edits` to `1000+ edits`.
    public static var performerEditCountBucket: Self { Self(.performerEditCountBucket) }
    /// The language of the user's interface.
    public static var performerLanguage: Self { Self(.performerLanguage) }
    /// The language variant of the user's interface.
    public static var performerLanguageVariant: Self { Self(.performerLanguageVariant) }
    /// The user's languages, joined by commas.
    public static var performerLanguageGroups: Self { Self(.performerLanguageGroups) }
    /// The first of the user's languages.
    public static var performerLanguagePrimary: Self { Self(.performerLanguagePrimary) }
    /// When the account was made.
    public static var performerRegistrationDate: Self { Self(.performerRegistrationDate) }
    /// How many of the screen's pixels make one of the layout's.
    public static var devicePixelRatio: Self { Self(.devicePixelRatio) }
    /// How many threads the processor runs at once.
    public static var deviceHardwareConcurrency: Self { Self(.deviceHardwareConcurrency) }
    /// The maximum number of simultaneous touch points of the screen.
    public static var deviceMaxTouchPoints: Self { Self(.deviceMaxTouchPoints) }
    /// How the wiki is reached, such as `mobile app`.
    public static var accessMethod: Self { Self(.accessMethod) }
}
