import EventStreams

extension Context {
    /// The program that sends events.
    public var agent: Agent {
        get { Agent(context: self) }
        set { self = newValue.context }
    }

    /// The program that sends events. Every value is optional; what is `nil` is not sent.
    public struct Agent: AttributeGroup, Sendable {
        var context: Context

        /// The installation, a UUID. Unset, the client keeps one of its own in the store.
        public var appInstallID: String? {
            get { self[text: .agentAppInstallID] }
            set { self[text: .agentAppInstallID] = newValue }
        }
        /// The platform, one of those that the event's schema lists. Always sent.
        ///
        /// Setting a platform that has only one family sets ``clientPlatformFamily`` as well. The default is that of the
        /// system; see ``Context/init()``.
        public var clientPlatform: ClientPlatform? {
            get { self[text: .agentClientPlatform].map { ClientPlatform($0) } }
            set {
                self[text: .agentClientPlatform] = newValue?.rawValue
                if let family = newValue?.family { clientPlatformFamily = family }
            }
        }
        /// The family of the platform. Always sent. It decides which base schema interactions follow, unless the call
        /// names one; see ``ClientPlatformFamily/baseSchema``.
        public var clientPlatformFamily: ClientPlatformFamily? {
            get { self[text: .agentClientPlatformFamily].map { ClientPlatformFamily($0) } }
            set { self[text: .agentClientPlatformFamily] = newValue?.rawValue }
        }
        /// The build's flavour and type, 1 to 255 characters.
        public var appFlavor: String? {
            get { self[text: .agentAppFlavor] }
            set { self[text: .agentAppFlavor] = newValue }
        }
        /// The colour theme, 1 to 255 characters.
        public var appTheme: String? {
            get { self[text: .agentAppTheme] }
            set { self[text: .agentAppTheme] = newValue }
        }
        /// The version code, a whole number.
        public var appVersion: Int? {
            get { self[integer: .agentAppVersion] }
            set { self[integer: .agentAppVersion] = newValue }
        }
        /// The full version, 1 to 255 characters.
        public var appVersionName: String? {
            get { self[text: .agentAppVersionName] }
            set { self[text: .agentAppVersionName] = newValue }
        }
        /// The make and model, 1 to 255 characters.
        public var deviceFamily: String? {
            get { self[text: .agentDeviceFamily] }
            set { self[text: .agentDeviceFamily] = newValue }
        }
        /// The device's language code, 1 to 255 characters.
        public var deviceLanguage: String? {
            get { self[text: .agentDeviceLanguage] }
            set { self[text: .agentDeviceLanguage] = newValue }
        }
        /// `prod`, `dev` or `debug`.
        public var releaseStatus: String? {
            get { self[text: .agentReleaseStatus] }
            set { self[text: .agentReleaseStatus] = newValue }
        }
        /// The user agent's own text.
        public var userAgent: String? {
            get { self[text: .agentUserAgentString] }
            set { self[text: .agentUserAgentString] = newValue }
        }
    }
}
