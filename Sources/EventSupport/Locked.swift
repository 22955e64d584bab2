#if canImport(Darwin)
    public import Darwin
#else
    public import Glibc
#endif

/// State behind a lock, for what any thread may touch synchronously.
///
/// No task suspends while the lock is held, and no code of the app runs under it: such code could take the lock again,
/// which would block the thread for ever. `Synchronization.Mutex` is missing on the oldest Apple systems that are
/// supported, and the thread sanitizer does not see its lock on Linux.
///
/// Unchecked, since the compiler cannot see that `lock` protects `state`: every access is in ``withLock(_:)``. The
/// state is behind a pointer, since in a property each access would also be checked for exclusivity, which the lock
/// ensures.
///
/// `@usableFromInline`, since the compiler specializes an inlinable method in another module only when its type is
/// visible there.
@usableFromInline
package final class Locked<State: Sendable>: @unchecked Sendable {
    @usableFromInline let lock: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let state: UnsafeMutablePointer<State>
    /// The one that has created the lock; `nil` where it is this one.
    private let creator: AnyObject?

    package init(_ state: State) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        creator = nil
    }

    /// Puts the state behind the lock of another one, so that ``withLock(and:_:)`` takes one lock for both. Neither may
    /// be reached while the other is.
    package init(_ state: State, sharing other: Locked<some Sendable>) {
        self.state = .allocate(capacity: 1)
        self.state.initialize(to: state)
        lock = other.lock
        creator = other.creator ?? other
    }

    deinit {
        if creator == nil {
            pthread_mutex_destroy(lock)
            lock.deinitialize(count: 1)
            lock.deallocate()
        }
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Runs `body` with the state while no other thread has access to it.
    @inlinable package func withLock<Result: Sendable & ~Copyable>(
        _ body: @Sendable (inout State) throws -> Result
    ) rethrows -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&state.pointee)
    }

    /// Runs `body` with this state and another one while no other thread has access to them. One lock is taken where
    /// both share it, otherwise the other one second.
    @inlinable package func withLock<Other: Sendable, Result: Sendable & ~Copyable>(
        and other: Locked<Other>, _ body: @Sendable (inout State, inout Other) throws -> Result
    ) rethrows -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        let isShared = other.lock == lock
        if !isShared { pthread_mutex_lock(other.lock) }
        defer { if !isShared { pthread_mutex_unlock(other.lock) } }
        return try body(&state.pointee, &other.state.pointee)
    }
}
