public import EventPlatform

/// A response that is read in parts, such as the bytes of a download, whose request is marked as traffic of the app
/// until the last part was read, an error was thrown, or the sequence and its iterators are released.
///
/// ```swift
/// let mark = client.primaryTraffic.begin()
/// for try await line in MarkedSequence(try await feed.lines(), mark) { print(line) }
/// ```
public struct MarkedSequence<Base: AsyncSequence>: AsyncSequence {
    private let base: Base
    private let request: PrimaryRequest

    /// Ties the end of a request to a sequence.
    ///
    /// - Parameters:
    ///   - base: the parts of the response.
    ///   - request: the mark that ``EventPlatform/PrimaryTraffic/begin()`` returned. The sequence ends it.
    public init(_ base: Base, _ request: PrimaryRequest) { (self.base, self.request) = (base, request) }

    /// Creates an iterator over the parts.
    public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator(), request: request) }

    /// Reads the parts, and marks the end of the request after the last.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: Base.AsyncIterator
        fileprivate let request: PrimaryRequest

        /// The next part; `nil` after the last.
        ///
        /// - Throws: what the response throws.
        public mutating func next() async throws -> Base.Element? {
            do {
                if let element = try await base.next() { return element }
            } catch {
                request.end()
                throw error
            }
            request.end()
            return nil
        }
    }
}

extension MarkedSequence: Sendable where Base: Sendable {}
