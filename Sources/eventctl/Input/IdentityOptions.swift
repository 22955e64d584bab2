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
        context.setIdentifiers(session: session, device: device, pageview: pageview)
    }
}

extension Context {
    /// Sets the identifiers that are there.
    mutating func setIdentifiers(session: String?, device: String?, pageview: String?) {
        if let session { performer.sessionID = session }
        if let device { agent.appInstallID = device }
        if let pageview { performer.pageviewID = pageview }
    }
}
