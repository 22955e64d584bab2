import Foundation

extension EventPlatformClient.Configuration {
    /// How many bytes a request needs for an event alone, and how many it may have.
    func requestSize(ofEvent body: [UInt8], destination: String) -> (size: Int, limit: Int) {
        let limit = emitter.byteLimit(network.method)
        guard network.method == .get, let url = network.destinations.url(of: destination) else {
            return (body.count + 2, limit)  // the brackets of the array
        }
        return (BatchRequest.url(url, event: body).absoluteString.utf8.count, limit)
    }
}
