/// A platform that events come from, sent as `agent.client_platform`.
///
/// ```swift
/// client.updateContext { $0.agent.clientPlatform = .swiftCommandLine }
/// ```
///
/// A schema lists the platforms it allows. The constants are those of the base schemas; another schema may have more:
/// `ClientPlatform("tv")`.
public struct ClientPlatform: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value that is sent.
    public let rawValue: String

    /// Creates a platform from the value that is sent.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a platform from the value that is sent.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Creates a platform from the value that is sent.
    public init(stringLiteral value: String) { rawValue = value }

    /// Apps on Apple's mobile systems.
    public static let ios: ClientPlatform = "ios"
    /// Android apps.
    public static let android: ClientPlatform = "android"
    /// KaiOS apps.
    public static let kaios: ClientPlatform = "kaios"
    /// MediaWiki on the server.
    public static let mediaWikiPHP: ClientPlatform = "mediawiki_php"
    /// MediaWiki in the browser.
    public static let mediaWikiJS: ClientPlatform = "mediawiki_js"
    /// Servers written in Swift.
    public static let swiftServer: ClientPlatform = "swift_server"
    /// Command line programs written in Swift.
    public static let swiftCommandLine: ClientPlatform = "swift_command_line"

    /// The family of the platform; `nil` where there are several, or none is known.
    public var family: ClientPlatformFamily? {
        switch self {
        case .ios, .android, .kaios: .app
        case .swiftServer: .server
        case .swiftCommandLine: .commandLine
        default: nil
        }
    }

    /// The platform of a program on this system. `nil` on macOS, which the base schemas do not list.
    static var current: ClientPlatform? {
        #if os(iOS) || os(tvOS) || os(watchOS)
            .ios
        #elseif os(Linux)
            .swiftServer
        #else
            nil
        #endif
    }
}

/// A family of platforms, sent as `agent.client_platform_family`. It decides which base schema interactions follow.
///
/// ```swift
/// client.updateContext { $0.agent.clientPlatformFamily = .desktopBrowser }
/// ```
public struct ClientPlatformFamily: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The value that is sent.
    public let rawValue: String

    /// Creates a family from the value that is sent.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a family from the value that is sent.
    public init(_ rawValue: String) { self.rawValue = rawValue }
    /// Creates a family from the value that is sent.
    public init(stringLiteral value: String) { rawValue = value }

    /// Apps.
    public static let app: ClientPlatformFamily = "app"
    /// Browsers on mobile devices.
    public static let mobileBrowser: ClientPlatformFamily = "mobile_browser"
    /// Browsers on desktop computers.
    public static let desktopBrowser: ClientPlatformFamily = "desktop_browser"
    /// Servers.
    public static let server: ClientPlatformFamily = "server"
    /// Command line programs.
    public static let commandLine: ClientPlatformFamily = "command_line"

    /// The newest base schema for interactions of this family: ``SchemaID/serverBase`` for servers and command line
    /// programs, else ``SchemaID/appBase``.
    public var baseSchema: SchemaID { self == .server || self == .commandLine ? .serverBase : .appBase }
}

extension Context {
    /// The schema that an interaction follows unless its call names another.
    var baseSchema: SchemaID { (agent.clientPlatformFamily ?? .app).baseSchema }
}
