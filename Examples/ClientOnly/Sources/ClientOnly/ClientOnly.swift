import EventPlatform
import Foundation

// A program that sends one event before it ends, over URLSession. In two terminals, from the root of the repository:
//
//   swift run eventctl serve --port 8192
//   swift run --package-path Examples/ClientOnly ClientOnly
@main
struct ClientOnly {
    static func main() async {
        let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8192"
        guard let server = URL(string: address) else { return print("\(address) is not a URL") }
        var context = Context()
        // The events of the stream are those of apps. Otherwise a program on Linux is a server.
        context.agent.clientPlatform = .ios
        let client = EventPlatformClient(.init(server: server, store: .inMemory), context: context).start()
        client.submitInteraction(stream: "app.error_reports", action: "timeout")
        let report = await client.flush(deadline: .seconds(10))
        print("\(report.delivered) delivered, \(report.pending) pending")
    }
}
