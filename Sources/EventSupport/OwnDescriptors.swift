import Foundation

/// File descriptors that a forked child must not keep: a lock belongs to the open file, which a child shares.
///
/// A child that runs another program has none of them, since they are closed then. One that goes on in this program
/// closes them when it begins.
enum OwnDescriptors {
    private static let capacity = 1024
    /// The descriptors; -1 where a place is free. The mutex protects them, also in a child: it is locked while one is
    /// made, and the child unlocks its copy.
    nonisolated(unsafe) private static let places: UnsafeMutablePointer<Int32> = {
        _ = mutex
        let places = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
        places.initialize(repeating: -1, count: capacity)
        // No descriptor is opened while a child is made.
        pthread_atfork({ OwnDescriptors.lock() }, { OwnDescriptors.unlock() }, { OwnDescriptors.closeAll() })
        return places
    }()
    /// It is made once, and protects itself. A lock of Swift's own cannot be held across `fork`.
    nonisolated(unsafe) private static let mutex: UnsafeMutablePointer<pthread_mutex_t> = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()

    private static func lock() { pthread_mutex_lock(mutex) }
    private static func unlock() { pthread_mutex_unlock(mutex) }

    /// In a child, which has one thread.
    private static func closeAll() {
        for place in 0..<capacity where places[place] >= 0 {
            Foundation.close(places[place])
            places[place] = -1
        }
        unlock()
    }

    /// Opens a file, one of 1024 at most.
    ///
    /// - Returns: the descriptor; -1 with `errno` when the file cannot be opened.
    static func open(_ path: String, _ flags: Int32) -> Int32 {
        let places = places
        lock()
        defer { unlock() }
        guard let free = (0..<capacity).first(where: { places[$0] < 0 }) else {
            errno = EMFILE
            return -1
        }
        places[free] = Foundation.open(path, flags | O_CLOEXEC, 0o600)
        return places[free]
    }

    /// Closes a descriptor that this process has opened; in a forked child it is closed already.
    ///
    /// - Parameters:
    ///   - file: the descriptor.
    ///   - release: is called with it before.
    static func close(_ file: Int32, after release: (Int32) -> Void = { _ in }) {
        let places = places
        lock()
        defer { unlock() }
        guard let place = (0..<capacity).first(where: { places[$0] == file }) else { return }
        places[place] = -1
        release(file)
        Foundation.close(file)
    }
}
