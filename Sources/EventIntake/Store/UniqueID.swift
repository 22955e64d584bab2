import Foundation

/// Ids for events that have none.
enum UniqueID {
    static func make() -> String { UUID().uuidString.lowercased() }
}
