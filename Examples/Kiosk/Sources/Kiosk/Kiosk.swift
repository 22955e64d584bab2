import AsyncHTTPClient
import EventPlatform
import Foundation

// A kiosk with a mobile network: it fetches prices every few seconds, and its events are sent behind these requests. In
// two terminals, from the root of the repository:
//
//   swift run eventctl serve --port 8192
//   swift run --package-path Examples/Kiosk Kiosk
//
// The times are shorter than those of a real device, so that one sees something.
@main
struct Kiosk {
    static func main() async throws {
        let address = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:8192"
        guard let server = URL(string: address) else { return print("\(address) is not a URL") }
        var configuration = EventPlatformClient.Configuration(server: server, store: .inMemory)
        configuration.dispatchMode = .piggyback(idle: .milliseconds(500), min: .seconds(1), max: .seconds(60))
        var context = Context()
        // A device with a radio. Otherwise a program on Linux is a server, on which the mode is reported.
        context.agent.clientPlatform = .android
        let client = EventPlatformClient(configuration, context: context).start()

        let begin = ContinuousClock.now
        for visit in 1...3 {
            client.submitInteraction(stream: "app.error_reports", action: "timeout")
            try await Task.sleep(for: .milliseconds(1200))
            let bytes = try await fetchPrices(from: address, client: client)
            print("visit \(visit): \(bytes) bytes of prices; \(client.ledger.total.delivered) events delivered so far")
            try await Task.sleep(for: .seconds(1))
        }
        let delivered = client.ledger.total.delivered
        print("\(delivered) events delivered behind 3 requests, within \(ContinuousClock.now - begin)")
        print("at the end: \(await client.shutdown(deadline: .seconds(5)))")
    }

    /// A request of the app itself, over async-http-client, which the client's dispatch follows.
    private static func fetchPrices(from url: String, client: EventPlatformClient) async throws -> Int {
        let http = HTTPClient.shared
        let prices = try await client.primaryTraffic.track {
            try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(30)).body.collect(upTo: 1 << 20)
        }
        return prices.readableBytes
    }
}
