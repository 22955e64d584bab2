import EventSupport
import HTTPTypes
import Hummingbird

/// The places for requests that may wait long, which are feeds and queries with `wait`: half of the connections.
///
/// Such a request occupies its connection for minutes, so without a limit of their own they could occupy all, and no
/// event could be submitted.
final class WaitPlaces: Sendable {
    /// A place of one request, until its last reference is gone: it is freed also when the response is never sent.
    final class Place: Sendable {
        private let places: WaitPlaces

        fileprivate init(in places: WaitPlaces) { self.places = places }

        deinit { places.taken.withLock { $0 -= 1 } }
    }

    /// No place is left.
    struct Refusal: Error {
        /// The response: 503. Its connection then waits for the next request, so it can be closed to make room.
        func response(to request: Request) -> Response {
            var response = Response(
                problem: .serviceUnavailable, type: "too_many_waiting", "Too many waiting requests",
                "As many feeds and queries with wait are open as the intake allows. Close one, or try again later.",
                request)
            response.headers[.retryAfter] = "5"
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    /// The description of the response without a place.
    static let refusal = Endpoint.ResponseDescription.problem(
        503, "As many feeds and queries with wait are open as the intake allows.")

    private let maximum: Int
    private let taken = Locked(0)
    private let log: IntakeLog

    /// - Parameters:
    ///   - connections: the maximum number of connections of the intake, at least 1.
    ///   - log: has a line about refused requests, once a minute.
    init(connections: Int, log: IntakeLog) {
        maximum = max(1, connections / 2)
        self.log = log
    }

    /// Takes a place until the last reference to it is gone.
    func take() throws(Refusal) -> Place {
        let isFree = taken.withLock { taken in
            guard taken < maximum else { return false }
            taken += 1
            return true
        }
        guard isFree else {
            log.waitRefused()
            throw Refusal()
        }
        return Place(in: self)
    }
}
