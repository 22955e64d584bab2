package import Foundation

/// The files of this checkout.
package enum Checkout {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    package static func file(_ path: String) -> URL { root.appending(path: path) }
}
