import EventPlatform
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func powerChanged(isLow: Bool, client: EventPlatformClient) async {
    await client.set(conditions: isLow ? [.lowPower] : [])
}

func everyTwoMinutes(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.dispatchMode = .periodic(.seconds(120))
}

func atOnce(_ client: EventPlatformClient) {
    client.set(dispatchMode: .immediate)
}

func besideARequest(_ client: EventPlatformClient) async {
    client.set(dispatchMode: .manual)
    let report = await client.dispatch()
    print("\(report.delivered) delivered, \(report.pending) wait")
}

func behindOwnTraffic(_ client: EventPlatformClient) {
    client.set(dispatchMode: .piggyback(idle: .milliseconds(4500), min: .seconds(20), max: .seconds(180)))
}

func loadedByOtherMeans(_ url: URL, client: EventPlatformClient) async throws -> Data {
    let (data, _) = try await URLSession.shared.data(from: url)
    client.noteNetworkActivity()
    return data
}

func connectivityChanged(_ connectivity: AsyncStream<Bool>, client: EventPlatformClient) async {
    for await isOnline in connectivity where isOnline {
        await client.networkReturned()
    }
}

func messageArrived(_ kind: String, client: EventPlatformClient) {
    if kind == "streams-changed" { client.refresh() }
}

func asGoogleAnalyticsDoes(_ configuration: inout EventPlatformClient.Configuration) {
    configuration.dispatchMode = DispatchMode(seconds: 120)
}
