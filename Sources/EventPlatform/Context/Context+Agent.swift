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
        /// The platform, one of the schema's values: `ios`, `android`, or a server's own. Always sent.
        public var clientPlatform: String? {
            get { self[text: .agentClientPlatform] }
            set { self[text: .agentClientPlatform] = newValue }
        }
        /// The family of the platform: `app`, `mobile_browser`, `desktop_browser`. Always sent.
        public var clientPlatformFamily: String? {
            get { self[text: .agentClientPlatformFamily] }
            set { self[text: .agentClientPlatformFamily] = newValue }
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
