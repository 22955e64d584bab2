extension ContextualAttribute {
    /// One line of the table: where the value goes, what it is, where it comes from, what it reveals.
    struct Row {
        let path: [String]
        let type: ContextualAttributeType
        let source: ContextualAttributeSource
        let exposure: Exposure

        init(
            _ path: [String], _ type: ContextualAttributeType, _ source: ContextualAttributeSource,
            _ exposure: Exposure = .general
        ) {
            self.path = path
            self.type = type
            self.source = source
            self.exposure = exposure
        }
    }
}

extension ContextualAttribute.BuiltIn {
    /// Name → event path → type → source → exposure. A name is its path joined by an underscore; only
    /// `access_method` stands at the top of the event.
    var row: ContextualAttribute.Row {
        typealias Row = ContextualAttribute.Row
        return switch self {
        case .agentAppInstallID: Row(["agent", "app_install_id"], .string, .installation, .installation)
        case .agentClientPlatform: Row(["agent", "client_platform"], .string, .platform)
        case .agentClientPlatformFamily: Row(["agent", "client_platform_family"], .string, .platform)
        case .agentAppFlavor: Row(["agent", "app_flavor"], .string, .application)
        case .agentAppTheme: Row(["agent", "app_theme"], .string, .application)
        case .agentAppVersion: Row(["agent", "app_version"], .integer, .application)
        case .agentAppVersionName: Row(["agent", "app_version_name"], .string, .application)
        case .agentDeviceFamily: Row(["agent", "device_family"], .string, .application, .device)
        case .agentDeviceLanguage: Row(["agent", "device_language"], .string, .application)
        case .agentReleaseStatus: Row(["agent", "release_status"], .string, .application)
        case .agentUserAgentString: Row(["agent", "ua_string"], .string, .application, .device)
        case .pageID: Row(["page", "id"], .integer, .application, .reading)
        case .pageTitle: Row(["page", "title"], .string, .application, .reading)
        case .pageNamespaceID: Row(["page", "namespace_id"], .integer, .application)
        case .pageNamespaceName: Row(["page", "namespace_name"], .string, .application)
        case .pageRevisionID: Row(["page", "revision_id"], .integer, .application, .reading)
        case .pageWikidataQID: Row(["page", "wikidata_qid"], .string, .application, .reading)
        case .pageContentLanguage: Row(["page", "content_language"], .string, .application)
        case .pageIsRedirect: Row(["page", "is_redirect"], .boolean, .application)
        case .pageUserGroupsAllowedToEdit: Row(["page", "user_groups_allowed_to_edit"], .stringList, .application)
        case .pageUserGroupsAllowedToMove: Row(["page", "user_groups_allowed_to_move"], .stringList, .application)
        case .mediaWikiDatabase: Row(["mediawiki", "database"], .string, .application)
        case .mediaWikiSkin: Row(["mediawiki", "skin"], .string, .application)
        case .mediaWikiVersion: Row(["mediawiki", "version"], .string, .application)
        case .mediaWikiSiteContentLanguage: Row(["mediawiki", "site_content_language"], .string, .application)
        case .mediaWikiSiteContentLanguageVariant:
            Row(["mediawiki", "site_content_language_variant"], .string, .application)
        case .mediaWikiIsProduction: Row(["mediawiki", "is_production"], .boolean, .application)
        case .mediaWikiIsDebugMode: Row(["mediawiki", "is_debug_mode"], .boolean, .application)
        case .performerID: Row(["performer", "id"], .integer, .application, .account)
        case .performerName: Row(["performer", "name"], .string, .application, .account)
        case .performerSessionID: Row(["performer", "session_id"], .string, .session, .session)
        case .performerPageviewID: Row(["performer", "pageview_id"], .string, .pageview, .pageview)
        case .performerActiveBrowsingSessionToken:
            Row(["performer", "active_browsing_session_token"], .string, .application, .session)
        case .performerIsLoggedIn: Row(["performer", "is_logged_in"], .boolean, .application)
        case .performerIsTemp: Row(["performer", "is_temp"], .boolean, .application)
        case .performerIsBot: Row(["performer", "is_bot"], .boolean, .application)
        case .performerCanProbablyEditPage: Row(["performer", "can_probably_edit_page"], .boolean, .application)
        case .performerGroups: Row(["performer", "groups"], .stringList, .application, .groups)
        case .performerEditCount: Row(["performer", "edit_count"], .integer, .application, .editCount)
        case .performerEditCountBucket: Row(["performer", "edit_count_bucket"], .string, .application)
        case .performerLanguage: Row(["performer", "language"], .string, .application)
        case .performerLanguageVariant: Row(["performer", "language_variant"], .string, .application)
        case .performerLanguageGroups: Row(["performer", "language_groups"], .string, .application, .languages)
        case .performerLanguagePrimary: Row(["performer", "language_primary"], .string, .application)
        case .performerRegistrationDate: Row(["performer", "registration_dt"], .dateTime, .application, .registration)
        case .devicePixelRatio: Row(["device", "pixel_ratio"], .number, .application)
        case .deviceHardwareConcurrency: Row(["device", "hardware_concurrency"], .integer, .application)
        case .deviceMaxTouchPoints: Row(["device", "max_touch_points"], .integer, .application)
        case .accessMethod: Row(["access_method"], .string, .application)
        }
    }
}
