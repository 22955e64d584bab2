import EventPlatform
import Foundation

/// Sends one event to the platform that “eventctl serve --port 8192” runs on this machine.
@main
struct Program {
    static func main() async {
        guard let platform = URL(string: "http://127.0.0.1:8192") else { return }
        let client = EventPlatformClient(.init(server: platform)).start()
        client.updateContext { $0["kitchen_is_shared"] = true }
        BrewInstrument(client: client).brewed("green", minutes: 3)
        print(await client.shutdown(deadline: .seconds(10)))
        print(client.ledger["tea.brews"])
    }
}
