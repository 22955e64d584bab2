import EventPlatform
import Hummingbird

extension EventPlatformClient.Stream {
    static let orders: Self = "shop.orders"
}

/// The event of a paid order.
struct OrderPaid: EventInterface {
    var schema: SchemaID { "/shop/order_paid/1.0.0" }
    let articles: Int
    let cents: Int

    enum CodingKeys: String, CodingKey {
        case articles
        case cents = "price_in_cents"
    }
}

/// The requests of the shop.
struct Orders: Sendable {
    let client: EventPlatformClient

    func add(to router: Router<BasicRequestContext>) {
        router.post("orders") { request, _ in
            let articles = request.uri.queryParameters.get("articles", as: Int.self) ?? 1
            let session = request.cookies["session"]?.value
            paid(OrderPaid(articles: articles, cents: 250 * articles), session: session, host: request.head.authority)
            return HTTPResponse.Status.created
        }
    }

    /// The event has the session of the request's user, and nothing of any other request.
    private func paid(_ order: OrderPaid, session: String?, host: String?) {
        client.submit(stream: .orders, event: order, domain: host) { context in
            context.performer.sessionID = session
            context.performer.isLoggedIn = session != nil
        }
    }
}
