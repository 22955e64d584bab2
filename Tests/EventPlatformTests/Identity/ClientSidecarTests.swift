import EventSupport
import Foundation
import TestSupport
import Testing

@testable import EventPlatform

/// The files that a client keeps beside its store, as its core and a call of `set(consent:)` share them.
struct ClientSidecarTests {
    /// Fails when the record is read, or written, outside of the lock of what the process knows of it.
    @Test func `a process does not take its own decision for one of another process`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let sidecar = ClientSidecar(beside: .file(folder.file("events.sqlite")))
        try sidecar.changeConsent { $0.decision = .granted }
        let (isDone, foreign) = (Locked(false), Locked<[ConsentRecord]>([]))
        let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread {
            hasBegun.signal()
            while !isDone.withLock(\.self) {
                let (before, now) = sidecar.adoptConsent()
                if before != now { foreign.withLock { $0.append(now) } }
            }
            hasEnded.signal()
        }.start()
        defer {
            isDone.withLock { $0 = true }
            hasEnded.wait()
            #expect(foreign.withLock(\.self) == [])
        }
        hasBegun.wait()
        for number in 0..<100 {
            try sidecar.changeConsent { $0.decision = number.isMultiple(of: 2) ? .declined : .granted }
        }
    }
}
