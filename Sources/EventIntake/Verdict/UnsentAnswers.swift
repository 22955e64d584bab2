import EventSupport

/// The bytes of all responses of an intake that are made and not sent yet.
///
/// A peer that does not read its response keeps it in memory until the connection's deadline. Hundreds of such peers
/// must not take gigabytes, so each response takes its bytes from here and gives them back once it is sent.
final class UnsentAnswers: Sendable {
    /// The bytes up to which responses contain the rejected events themselves.
    static let maximumEchoBytes = 16 << 20
    /// The bytes up to which responses name rejected events. Beyond, they count them only.
    static let maximumNameBytes = 64 << 20

    private let taken = Locked(0)

    /// The bytes of the responses that are not sent yet.
    var bytes: Int { taken.withLock { $0 } }

    /// Takes bytes unless that exceeds a limit.
    ///
    /// - Returns: whether they were taken.
    fileprivate func take(_ count: Int, below limit: Int) -> Bool {
        taken.withLock { taken in
            guard taken + count <= limit else { return false }
            taken += count
            return true
        }
    }

    fileprivate func giveBack(_ count: Int) { taken.withLock { $0 -= count } }
}

/// The bytes that one response has taken. They are given back by ``end()``, at the latest with the last reference.
final class AnswerShare: Sendable {
    /// The bytes of one response up to which it contains the rejected events themselves.
    static let maximumEchoBytes = 1 << 20

    private struct State {
        var bytes = 0
        var mayEcho = true
    }

    private let answers: UnsentAnswers
    private let state = Locked(State())

    init(of answers: UnsentAnswers) { self.answers = answers }

    deinit { end() }

    /// Whether there has been room for each entry so far. The first one without ends it for the later ones, so that a
    /// response contains the first of the rejected events.
    var mayEcho: Bool { state.withLock { $0.mayEcho } }

    /// Takes the bytes of an entry with its event.
    ///
    /// - Returns: whether there was room for it.
    func takeEcho(_ count: Int) -> Bool {
        state.withLock { state in
            state.mayEcho =
                state.mayEcho && state.bytes + count <= Self.maximumEchoBytes
                && answers.take(count, below: UnsentAnswers.maximumEchoBytes)
            if state.mayEcho { state.bytes += count }
            return state.mayEcho
        }
    }

    /// Takes the bytes of an entry that only names its event.
    ///
    /// - Returns: whether there was room for it.
    func takeName(_ count: Int) -> Bool {
        state.withLock { state in
            guard answers.take(count, below: UnsentAnswers.maximumNameBytes) else { return false }
            state.bytes += count
            return true
        }
    }

    /// Gives the bytes back: the response is sent.
    func end() {
        let bytes = state.withLock { state in
            defer { state.bytes = 0 }
            return state.bytes
        }
        answers.giveBack(bytes)
    }
}
