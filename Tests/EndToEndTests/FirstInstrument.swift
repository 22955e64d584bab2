import EventPlatform
import Foundation

func firstInstrument(platform: URL, events: URL) async {
    var context = Context()
    context.agent.clientPlatform = .ios
    context.performer.groups = ["user"]
    let client = EventPlatformClient(.init(server: platform, store: .file(events)), context: context).start()
    client.submitClick(stream: "app.interactions", interactionData: .init(elementID: "save"))
    let report = await client.flush(deadline: .seconds(10))
    print(report.delivered, "delivered,", report.pending, "pending:", client.ledger)
}
