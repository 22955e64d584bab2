import Foundation

/// The file descriptors of the process.
package enum Descriptors {
    /// Whether the process can open so many more files.
    package static func areLeft(_ count: Int) -> Bool {
        var opened: [Int32] = []
        defer { for file in opened { close(file) } }
        for _ in 0..<count {
            let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return false }
            opened.append(file)
        }
        return true
    }
}
