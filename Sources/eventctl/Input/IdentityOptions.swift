import ArgumentParser
import EventPlatform
import EventStreams

/// The options that `explain` and `send` share: the identifiers that sampling uses.
struct IdentityOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The session's id.", valueName: "ID"))
    var session: String?

    @Option(help: ArgumentHelp("The app install id.", valueName: "ID"))
    var device: String?

    @Option(help: ArgumentHelp("The page view's id.", valueName: "ID"))
    var pageview: String?

    /// Sets the identifiers in a context, where they take precedence over the client's own.
    func apply(to context: inout Context) {
        if let session { context.performer.sessionID = session }
        if let device { context.agent.appInstallID = device }
        if let pageview { context.performer.pageviewID = pageview }
    }
}
