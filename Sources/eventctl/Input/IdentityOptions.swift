import ArgumentParser
import EventPlatform
import EventStreams

/// Whom events belong to, as far as sampling asks: what `explain` and `send` take alike.
struct IdentityOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The session's id.", valueName: "ID"))
    var session: String?

    @Option(help: ArgumentHelp("The app install id.", valueName: "ID"))
    var device: String?

    @Option(help: ArgumentHelp("The page view's id.", valueName: "ID"))
    var pageview: String?

    /// Puts the identifiers into a context, where they count before the client's own.
    func identify(_ context: inout Context) {
        if let session { context.performer.sessionID = session }
        if let device { context.agent.appInstallID = device }
        if let pageview { context.performer.pageviewID = pageview }
    }
}
