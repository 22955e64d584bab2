import EventStreams

extension Context {
    /// The person who uses the app; see ``Performer``.
    public var performer: Performer {
        get { Performer(context: self) }
        set { self = newValue.context }
    }

    /// The person who uses the app.
    ///
    /// ```swift
    /// client.updateContext {
    ///     $0.performer.isLoggedIn = true
    ///     $0.performer.groups = ["user"]
    ///     $0.performer.languagePrimary = "en"
    /// }
    /// ```
    ///
    /// What is `nil`, the default, is not sent. In parentheses is the attribute's name in a stream's `provide_values`.
    /// The limits are those of the base schemas.
    public struct Performer: TypedAttributes, Sendable {
        var context: Context

        /// The id of the account (`performer_id`), a whole number. Experiments by account use it too.
        public var id: Int? {
            get { self[integer: .performerID] }
            set { self[integer: .performerID] = newValue }
        }
        /// The name of the account (`performer_name`).
        public var name: String? {
            get { self[text: .performerName] }
            set { self[text: .performerName] = newValue }
        }
        /// The id of the session (`performer_session_id`), where the app has sessions of its own, as a server has for
        /// its users: 20 lower-case hexadecimal digits. Where it is `nil`, the client's session is sent.
        ///
        /// ```swift
        /// client.submitInteraction(stream: "shop.orders", schema: .serverBase, action: "pay") {
        ///     $0.performer.sessionID = sessionID
        /// }
        /// ```
        ///
        /// Sampling by session uses it too.
        public var sessionID: String? {
            get { self[text: .performerSessionID] }
            set { self[text: .performerSessionID] = newValue }
        }
        /// The id of the page view (`performer_pageview_id`), where the app has page views of its own: 20 lower-case
        /// hexadecimal digits. Where it is `nil`, that of ``EventPlatformClient/beginPageview()`` is sent. Sampling by
        /// page view uses it too.
        public var pageviewID: String? {
            get { self[text: .performerPageviewID] }
            set { self[text: .performerPageviewID] = newValue }
        }
        /// The token of the person's activity on a domain (`performer_active_browsing_session_token`), which the app
        /// makes anew after 30 minutes without activity: 20 characters at most. The base schemas for apps and servers
        /// have no property for it.
        public var activeBrowsingSessionToken: String? {
            get { self[text: .performerActiveBrowsingSessionToken] }
            set { self[text: .performerActiveBrowsingSessionToken] = newValue }
        }
        /// Whether the person is logged in (`performer_is_logged_in`).
        public var isLoggedIn: Bool? {
            get { self[flag: .performerIsLoggedIn] }
            set { self[flag: .performerIsLoggedIn] = newValue }
        }
        /// Whether the account is a temporary one (`performer_is_temp`).
        public var isTemp: Bool? {
            get { self[flag: .performerIsTemp] }
            set { self[flag: .performerIsTemp] = newValue }
        }
        /// Whether the account is a bot's (`performer_is_bot`).
        public var isBot: Bool? {
            get { self[flag: .performerIsBot] }
            set { self[flag: .performerIsBot] = newValue }
        }
        /// Whether the person can probably edit the page (`performer_can_probably_edit_page`). The base schemas for
        /// apps and servers have no property for it.
        public var canProbablyEditPage: Bool? {
            get { self[flag: .performerCanProbablyEditPage] }
            set { self[flag: .performerCanProbablyEditPage] = newValue }
        }
        /// The groups that the account is in (`performer_groups`), each at least one character.
        public var groups: [String]? {
            get { self[list: .performerGroups] }
            set { self[list: .performerGroups] = newValue }
        }
        /// How many edits the account has made (`performer_edit_count`), 0 or more. The base schemas for apps and
        /// servers have no property for it.
        public var editCount: Int? {
            get { self[integer: .performerEditCount] }
            set { self[integer: .performerEditCount] = newValue }
        }
        /// The range of the edit count (`performer_edit_count_bucket`): `0 edits`, `1-4 edits`, `5-99 edits`,
        /// `100-999 edits` or `1000+ edits`. The base schemas for apps and servers have no property for it.
        public var editCountBucket: String? {
            get { self[text: .performerEditCountBucket] }
            set { self[text: .performerEditCountBucket] = newValue }
        }
        /// The language code of the interface (`performer_language`). The base schemas for apps and servers have no
        /// property for it.
        public var language: String? {
            get { self[text: .performerLanguage] }
            set { self[text: .performerLanguage] = newValue }
        }
        /// The language variant of the interface (`performer_language_variant`). The base schemas for apps and servers
        /// have no property for it.
        public var languageVariant: String? {
            get { self[text: .performerLanguageVariant] }
            set { self[text: .performerLanguageVariant] = newValue }
        }
        /// The languages of the app, joined by commas (`performer_language_groups`), 1 to 255 characters.
        public var languageGroups: String? {
            get { self[text: .performerLanguageGroups] }
            set { self[text: .performerLanguageGroups] = newValue }
        }
        /// The first of the app's languages (`performer_language_primary`), 1 to 255 characters.
        public var languagePrimary: String? {
            get { self[text: .performerLanguagePrimary] }
            set { self[text: .performerLanguagePrimary] = newValue }
        }
        /// When the account was registered (`performer_registration_dt`), as an ISO 8601 date-time with a time zone,
        /// such as `2024-05-01T12:00:00Z`.
        public var registrationDate: String? {
            get { self[text: .performerRegistrationDate] }
            set { self[text: .performerRegistrationDate] = newValue }
        }
    }
}
