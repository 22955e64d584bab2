import EventStreams

extension Context {
    /// The program that sends events; see ``Agent``.
    public var agent: Agent {
        get { Agent(context: self) }
        set { self = newValue.context }
    }

    /// The program that sends events.
    ///
    /// ```swift
    /// client.updateContext {
    ///     $0.agent.appVersion = 7412
    ///     $0.agent.appVersionName = "7.4.12"
    ///     $0.agent.releaseStatus = "prod"
    /// }
    /// ```
    ///
    /// What is `nil`, the default, is not sent. In parentheses is the attribute's name in a stream's `provide_values`.
    /// The limits are those of the base schemas.
    public struct Agent: TypedAttributes, Sendable {
        var context: Context

        /// The id of the installation, a UUID (`agent_app_install_id`). Where it is `nil`, the client sends the one
        /// that it has made and kept in the store. It is also the identifier of sampling by device.
        public var appInstallID: String? {
            get { self[text: .agentAppInstallID] }
            set { self[text: .agentAppInstallID] = newValue }
        }
        /// The platform (`agent_client_platform`), sent with every event: one of those that the event's schema lists.
        /// The default is that of the system; see ``Context/init()``.
        ///
        /// ```swift
        /// client.updateContext { $0.agent.clientPlatform = .swiftCommandLine }
        /// ```
        ///
        /// Setting a platform that has only one family sets ``clientPlatformFamily`` as well. ``SchemaID/appBase``
        /// lists `ios`, `android`, `kaios`, `mediawiki_php` and `mediawiki_js`, ``SchemaID/serverBase`` lists
        /// `swift_server` and `swift_command_line`.
        public var clientPlatform: ClientPlatform? {
            get { self[text: .agentClientPlatform].map { ClientPlatform($0) } }
            set {
                self[text: .agentClientPlatform] = newValue?.rawValue
                if let family = newValue?.family { clientPlatformFamily = family }
            }
        }
        /// The family of the platform (`agent_client_platform_family`), sent with every event. It decides which base
        /// schema interactions follow, unless the call names one; see ``ClientPlatformFamily/baseSchema``.
        ///
        /// ``SchemaID/appBase`` lists `app`, `mobile_browser` and `desktop_browser`, ``SchemaID/serverBase`` lists
        /// `server` and `command_line`.
        public var clientPlatformFamily: ClientPlatformFamily? {
            get { self[text: .agentClientPlatformFamily].map { ClientPlatformFamily($0) } }
            set { self[text: .agentClientPlatformFamily] = newValue?.rawValue }
        }
        /// The flavour and type of the build (`agent_app_flavor`), 1 to 255 characters.
        public var appFlavor: String? {
            get { self[text: .agentAppFlavor] }
            set { self[text: .agentAppFlavor] = newValue }
        }
        /// The colour theme of the app, such as `dark` (`agent_app_theme`), 1 to 255 characters.
        public var appTheme: String? {
            get { self[text: .agentAppTheme] }
            set { self[text: .agentAppTheme] = newValue }
        }
        /// The build number of the app (`agent_app_version`), a whole number.
        public var appVersion: Int? {
            get { self[integer: .agentAppVersion] }
            set { self[integer: .agentAppVersion] = newValue }
        }
        /// The version of the app as people read it, such as `7.4.12` (`agent_app_version_name`), 1 to 255 characters.
        public var appVersionName: String? {
            get { self[text: .agentAppVersionName] }
            set { self[text: .agentAppVersionName] = newValue }
        }
        /// The brand and model of the device (`agent_device_family`), 1 to 255 characters.
        public var deviceFamily: String? {
            get { self[text: .agentDeviceFamily] }
            set { self[text: .agentDeviceFamily] = newValue }
        }
        /// The language code of the device (`agent_device_language`), 1 to 255 characters.
        public var deviceLanguage: String? {
            get { self[text: .agentDeviceLanguage] }
            set { self[text: .agentDeviceLanguage] = newValue }
        }
        /// The kind of release: `prod`, `dev` or `debug` (`agent_release_status`).
        public var releaseStatus: String? {
            get { self[text: .agentReleaseStatus] }
            set { self[text: .agentReleaseStatus] = newValue }
        }
        /// The user agent string (`agent_ua_string`). The base schemas have no property for it.
        public var userAgent: String? {
            get { self[text: .agentUserAgentString] }
            set { self[text: .agentUserAgentString] = newValue }
        }
    }
}
