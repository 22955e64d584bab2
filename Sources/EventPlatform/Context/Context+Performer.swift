import EventStreams

extension Context {
    /// The person who acts.
    public var performer: Performer {
        get { Performer(context: self) }
        set { self = newValue.context }
    }

    /// The person who acts. Every value is optional; what is `nil` is not sent.
    public struct Performer: AttributeGroup, Sendable {
        var context: Context

        /// The account's number.
        public var id: Int? {
            get { self[integer: .performerID] }
            set { self[integer: .performerID] = newValue }
        }
        /// The account's name.
        public var name: String? {
            get { self[text: .performerName] }
            set { self[text: .performerName] = newValue }
        }
        /// The session, where the app keeps sessions of its own, as a server does for its users: 20 lower-case
        /// hexadecimal digits. It counts before the client's, in sampling too. The default is the client's.
        public var sessionID: String? {
            get { self[text: .performerSessionID] }
            set { self[text: .performerSessionID] = newValue }
        }
        /// The page view, where the app keeps page views of its own: 20 lower-case hexadecimal digits. It counts before
        /// ``EventPlatformClient/beginPageview()``.
        public var pageviewID: String? {
            get { self[text: .performerPageviewID] }
            set { self[text: .performerPageviewID] = newValue }
        }
        /// Whether the person is logged in.
        public var isLoggedIn: Bool? {
            get { self[flag: .performerIsLoggedIn] }
            set { self[flag: .performerIsLoggedIn] = newValue }
        }
        /// Whether the account is a temporary one.
        public var isTemp: Bool? {
            get { self[flag: .performerIsTemp] }
            set { self[flag: .performerIsTemp] = newValue }
        }
        /// Whether the account is a bot's.
        public var isBot: Bool? {
            get { self[flag: .performerIsBot] }
            set { self[flag: .performerIsBot] = newValue }
        }
        /// Whether the person can probably edit the page.
        public var canProbablyEditPage: Bool? {
            get { self[flag: .performerCanProbablyEditPage] }
            set { self[flag: .performerCanProbablyEditPage] = newValue }
        }
        /// The groups the account is in.
        public var groups: [String]? {
            get { self[list: .performerGroups] }
            set { self[list: .performerGroups] = newValue }
        }
        /// How many edits the account has made.
        public var editCount: Int? {
            get { self[integer: .performerEditCount] }
            set { self[integer: .performerEditCount] = newValue }
        }
        /// The edit count as one of the schema's five ranges.
        public var editCountBucket: String? {
            get { self[text: .performerEditCountBucket] }
            set { self[text: .performerEditCountBucket] = newValue }
        }
        /// The interface language code.
        public var language: String? {
            get { self[text: .performerLanguage] }
            set { self[text: .performerLanguage] = newValue }
        }
        /// The interface language variant.
        public var languageVariant: String? {
            get { self[text: .performerLanguageVariant] }
            set { self[text: .performerLanguageVariant] = newValue }
        }
        /// The app's languages, joined by commas, 1 to 255 characters.
        public var languageGroups: String? {
            get { self[text: .performerLanguageGroups] }
            set { self[text: .performerLanguageGroups] = newValue }
        }
        /// The first of the app's languages, 1 to 255 characters.
        public var languagePrimary: String? {
            get { self[text: .performerLanguagePrimary] }
            set { self[text: .performerLanguagePrimary] = newValue }
        }
        /// When the account was registered, as an ISO 8601 date-time.
        public var registrationDate: String? {
            get { self[text: .performerRegistrationDate] }
            set { self[text: .performerRegistrationDate] = newValue }
        }
    }
}
