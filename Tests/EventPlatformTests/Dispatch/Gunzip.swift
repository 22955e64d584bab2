import EventSupport

/// Reads what the client has compressed.
///
/// Not by a program of the system: a `Process` waits on a thread that the tests beside it need.
enum Gunzip {
    static func text(_ bytes: [UInt8]) throws -> String {
        String(decoding: try Deflation.expanded(bytes, atMost: 1 << 20), as: UTF8.self)
    }
}
