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

    /// The maximum number of files that the process may have open; `nil` if the system does not tell it.
    package static var maximumCount: Int? {
        #if canImport(Darwin)
            let openFiles = RLIMIT_NOFILE
        #else
            let openFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        var files = rlimit()
        return getrlimit(openFiles, &files) == 0 ? Int(clamping: files.rlim_cur) : nil
    }
}
