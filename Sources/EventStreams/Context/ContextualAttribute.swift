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

/// Who knows the value of a contextual attribute.
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

/// A value about the circumstances of an event that a stream may ask for in `provide_values`.
///
/// The raw value is the name used there and in curation rules.
public enum ContextualAttribute: String, CaseIterable, Sendable, Hashable {
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
    case mediawikiDatabase = "mediawiki_database"
    case mediawikiSkin = "mediawiki_skin"
    case mediawikiVersion = "mediawiki_version"
    case mediawikiSiteContentLanguage = "mediawiki_site_content_language"
    case mediawikiSiteContentLanguageVariant = "mediawiki_site_content_language_variant"
    case mediawikiIsProduction = "mediawiki_is_production"
    case mediawikiIsDebugMode = "mediawiki_is_debug_mode"
    case performerID = "performer_id"
    case performerName = "performer_name"
    case performerSessionID = "performer_session_id"
    case performerPageviewID = "performer_pageview_id"
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

    /// The attribute of that name, today's or an older one; `nil` for a name nobody knows.
    public static func named(_ name: String) -> ContextualAttribute? {
        if let attribute = ContextualAttribute(rawValue: name) { return attribute }
        if let attribute = olderNames[name] { return attribute }
        // The vocabulary of 2022 spoke of the user where today's schemas speak of the performer.
        guard name.hasPrefix("user_") else { return nil }
        return ContextualAttribute(rawValue: "performer_" + name.dropFirst("user_".count))
    }

    /// Where the value stands in an event, from the root: `["performer", "is_logged_in"]`.
    public var path: [String] { row.path }

    /// The kind of value.
    public var type: ContextualAttributeType { row.type }

    /// Who knows the value.
    public var source: ContextualAttributeSource { row.source }
}
