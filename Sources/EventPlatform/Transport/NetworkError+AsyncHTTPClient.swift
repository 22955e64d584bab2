#if ASYNC_HTTP_CLIENT
    import AsyncHTTPClient
    import Glibc
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL

    extension NetworkError {
        /// The error to throw for one of an exchange: a `CancellationError` if the task is cancelled, otherwise a
        /// ``NetworkError``.
        static func replacing(_ error: any Error, responseHasBegun: Bool) -> any Error {
            if error is NetworkError { return error }
            return Task.isCancelled ? CancellationError() : NetworkError(error, responseHasBegun: responseHasBegun)
        }

        /// Converts an error of async-http-client, NIO or BoringSSL.
        init(_ error: any Error, responseHasBegun: Bool) {
            self.init(Self.code(of: error, responseHasBegun: responseHasBegun), Self.text(of: error))
        }

        /// The reason in words: the descriptions of NIO's and BoringSSL's errors are dumps of their fields.
        private static func text(of error: any Error) -> String {
            switch error {
            case let error as NIOConnectionError:
                let reasons = Set(error.connectionErrors.map { text(of: $0.error) }).sorted()
                let reason = reasons.isEmpty ? "the host is unknown" : reasons.joined(separator: ", ")
                return "no connection to \(error.host):\(error.port): \(reason)"
            case let error as IOError: return String(cString: strerror(error.errnoCode))
            case let error as HTTPClientError: return error.shortDescription
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
                return "no TLS connection: \(tlsReason(of: error))"
            default: return "\(error)"
            }
        }

        /// The names of BoringSSL's errors, such as `CERTIFICATE_VERIFY_FAILED`, in words.
        private static func tlsReason(of error: any Error) -> String {
            let names = "\(error)".matches(of: /OPENSSL_internal:([A-Z0-9_]+)/).map {
                $0.1.lowercased().replacing("_", with: " ")
            }
            guard !names.isEmpty else { return "\(error)" }
            return names.joined(separator: ", ")
                + (names.contains("wrong version number") ? "; the server's URL may begin with http://" : "")
        }

        private static func code(of error: any Error, responseHasBegun: Bool) -> Code {
            let broken: Code = responseHasBegun ? .incomplete : .reset
            return switch error {
            case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: .insecure
            case is NIOConnectionError, ChannelError.connectTimeout: .unreachable
            case is HTTPParserError: .incomplete
            case let error as IOError: connecting.contains(error.errnoCode) ? .unreachable : broken
            case let error as HTTPClientError where error == .remoteConnectionClosed: broken
            case let error as HTTPClientError: codes.first { $0.error == error }?.code ?? .incomplete
            default: broken
            }
        }

        private static var codes: [(error: HTTPClientError, code: Code)] {
            [
                (.connectTimeout, .unreachable), (.getConnectionFromPoolTimeout, .unreachable),
                (.invalidURL, .unreachable), (.emptyHost, .unreachable), (.emptyScheme, .unreachable),
                (.tlsHandshakeTimeout, .insecure),
                (.deadlineExceeded, .timedOut), (.readTimeout, .timedOut), (.writeTimeout, .timedOut),
            ]
        }

        /// The system's error numbers for a connection that was not established.
        private static var connecting: [CInt] {
            [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EMFILE, ENFILE, ENOMEM, ENOBUFS]
        }
    }
#endif
