import EventStreams
import Logging

/// What a client runs with: its configuration, and what only bundles have.
struct ClientSettings: Sendable {
    var configuration: EventPlatformClient.Configuration
    var subject = Subject()
    /// The groups of contextual attributes that are switched off.
    var hiddenGroups: Set<AttributeGroup> = []
    var throttles = Throttles()

    init(_ configuration: EventPlatformClient.Configuration) { self.configuration = configuration }
}

/// A group of contextual attributes that a bundle can switch off.
enum AttributeGroup: Sendable, Hashable, CaseIterable {
    case session
    case application
    case platform
    case screen
    /// What names the user or the installation.
    case user

    var attributes: Set<ContextualAttribute> {
        switch self {
        case .session: [.performerSessionID, .performerActiveBrowsingSessionToken]
        case .application:
            [.agentAppFlavor, .agentAppTheme, .agentAppVersion, .agentAppVersionName, .agentReleaseStatus]
        case .platform: [.agentAppInstallID, .agentDeviceFamily, .agentDeviceLanguage, .agentUserAgentString]
        case .screen:
            [
                .pageID, .pageTitle, .pageNamespaceID, .pageNamespaceName, .pageRevisionID, .pageWikidataQID,
                .pageContentLanguage, .pageIsRedirect, .pageUserGroupsAllowedToEdit, .pageUserGroupsAllowedToMove,
                .performerPageviewID,
            ]
        case .user: [.agentAppInstallID, .performerID, .performerName]
        }
    }
}
