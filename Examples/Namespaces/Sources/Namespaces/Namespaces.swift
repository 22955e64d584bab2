import EventPlatform
import Foundation

// Two clients that a document on a server configures. In two terminals, from the root of the repository:
//
//   swift run eventctl serve --port 8192 --client-config Examples/Namespaces/client-config.json
//   swift run --package-path Examples/Namespaces Namespaces
//
// Edit the document, raise its version, and run the second command again.
@main
struct Namespaces {
    static func main() async {
        let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8192"
        guard let server = URL(string: address) else { return print("\(address) is not a URL") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("namespaces-example")
        var base = EventPlatformClient.Configuration(
            server: server, store: .file(folder.appendingPathComponent("events.sqlite")))
        base.sessionTimeout = .seconds(15 * 60)
        var context = Context()
        context.agent.clientPlatform = .ios

        let clients = EventPlatformClients(
            remoteConfiguration: RemoteConfiguration(endpoint: "\(address)/v1/client-config", method: .get),
            defaultConfiguration: [
                ConfigurationBundle(namespace: "app", networkConfiguration: NetworkConfiguration(endpoint: address))
            ],
            base: base, context: context
        ) { namespaces, state in
            print("\(state.rawValue) configuration: \(namespaces.joined(separator: ", "))")
        }

        switch await clients.refresh() {
        case .applied(let active): print("applied for \(active.namespaces.joined(separator: " and "))")
        case .unchanged: print("the document is not newer than the one in force")
        case .failed(let reason): print("no document: \(reason)")
        }
        clients["app"]?.subject.userId = "4711"
        for client in clients.namespaces.compactMap({ clients[$0] }) {
            client.submitInteraction(stream: "app.error_reports", action: "timeout")
        }
        for setting in clients["app"]?.explainSettings() ?? [] where setting.layer != .default { print(setting) }

        for (namespace, report) in await clients.shutdown(deadline: .seconds(20)).sorted(by: { $0.key < $1.key }) {
            print("\(namespace): \(report.delivered) delivered, \(report.pending) wait")
        }
    }
}
