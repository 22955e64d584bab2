package import EventCatalog
package import EventSchema
package import EventStreams
import Foundation

/// What an intake has of a program that links the client and the checks, which an intake does not. An endpoint whose
/// tool is `nil` does not exist.
package struct IntakeTools: Sendable {
    /// What `POST /explain` responds with: what a client would do with an event, by these streams and schemas.
    package var explain: Explaining?
    /// What `GET /findings` has: the findings of the served files as they are now, on a day in UTC.
    package var check: (@Sendable (_ today: UTCInstant) -> JSONObject)?
    /// The time, by which findings have a day.
    var now: @Sendable () -> Date = { Date() }

    /// The forecast of the number of events a day of each stream, lowest and highest, which `GET /report` compares.
    package var forecast: (@Sendable () -> Forecasts)?

    /// What `GET /schemas-site/…` has: the files of the pages of schemas, by path. What it throws says why there are
    /// none.
    package var site: (@Sendable () throws -> Site)?

    package typealias Site = [String: [UInt8]]
    package typealias Forecasts = [String: ClosedRange<Double>]
    package typealias Explaining =
        @Sendable (
            _ question: EventQuestion, _ streams: StreamConfigurations?, _ schemas: SchemaRepository
        ) -> JSONObject

    package init() {}
}
