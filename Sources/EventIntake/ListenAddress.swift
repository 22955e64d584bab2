import Foundation
import NIOCore

/// An address that an intake listens on.
struct ListenAddress: Sendable {
    let host: String
    /// 0 for any free port.
    let port: Int

    /// The URL of a channel that listens here.
    func url(of channel: any Channel) -> URL? {
        guard let port = channel.localAddress?.port else { return nil }
        return URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }

    /// An error of listening in words; any other error as it is.
    func described(_ error: any Error) -> any Error {
        switch error {
        case let error as IOError:
            let reason = String(cString: strerror(error.errnoCode)).lowercased()
            let remedy =
                error.errnoCode == EADDRNOTAVAIL
                ? "Give an address of this machine." : "Choose another port, or 0 for any free port."
            return unusable("\(reason). \(remedy)")
        case is SocketAddressError.UnknownHost:
            return unusable("there is no host of that name. Give an address of this machine, such as 127.0.0.1.")
        default: return error
        }
    }

    private func unusable(_ reason: String) -> IntakeError {
        IntakeError(.addressUnusable, "Cannot listen on \(host):\(port): \(reason)")
    }
}
