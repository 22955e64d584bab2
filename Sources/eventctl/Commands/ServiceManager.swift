import EventSupport
import Foundation

/// The service manager that started the process and follows its state: systemd, for units of `Type=notify`.
///
/// Each state is a datagram to a socket that the environment names (sd_notify(3)).
struct ServiceManager: Sendable {
    enum State {
        /// The service has started, or has read its configuration again.
        case ready
        case reloading
        case stopping
    }

    /// The path of the socket, or `@` and a name that is in no file system.
    private let socketName: String
    private let hasFailed = Locked(false)
    private let onFailure: @Sendable (String) -> Void

    /// `nil` when no service manager follows the process. `onFailure` gets the reason when it first cannot be reached.
    init?(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        onFailure: @escaping @Sendable (String) -> Void
    ) {
        guard let name = environment["NOTIFY_SOCKET"], !name.isEmpty else { return nil }
        (socketName, self.onFailure) = (name, onFailure)
    }

    func tell(_ state: State) {
        let error = send(Self.message(state))
        let isFirst =
            error != 0
            && hasFailed.withLock { failed in
                defer { failed = true }
                return !failed
            }
        guard isFirst else { return }
        onFailure(
            "NOTIFY_SOCKET=\(socketName): \(String(cString: strerror(error)).lowercased()). Set Type=exec in the "
                + "unit if it needs no notification.")
    }

    private static func message(_ state: State) -> String {
        switch state {
        case .ready: return "READY=1"
        case .stopping: return "STOPPING=1"
        case .reloading:
            // By the time, the manager knows which reload the next READY=1 ends.
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            return "RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1000)"
        }
    }

    /// Sends a datagram without waiting for the manager.
    ///
    /// - Returns: the error of the system; 0 for none.
    private func send(_ message: String) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socketName.utf8)
        // A name in no file system begins with NUL, and its length is that of the address. A path ends with one.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
        guard name.count <= MemoryLayout.size(ofValue: address.sun_path) else { return ENAMETOOLONG }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path) + name.count
        let descriptor = socket(AF_UNIX, Self.datagram, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        let bytes = Array(message.utf8)
        let sent = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, socklen_t(length))
            }
        }
        return sent == bytes.count ? 0 : errno
    }

    #if canImport(Darwin)
        private static let datagram = SOCK_DGRAM
    #else
        private static let datagram = Int32(SOCK_DGRAM.rawValue)
    #endif
}
