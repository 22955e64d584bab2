/// The running session and page view. Pure: the time and what happens are arguments.
///
/// A session begins with the first activity in the foreground and ends after a time without any, measured on the boot
/// clock, which changes of the wall clock do not move. In the background nothing begins or prolongs a session.
///
/// The store is opened after the first event was submitted. So the first session is provisional until
/// ``restore(_:clocks:timeout:)`` determines whether the session of an earlier process continues.
struct Sessions: Sendable {
    /// A session: its id, and the time of its last activity, on the boot clock in whole milliseconds.
    struct Session: Sendable, Hashable {
        let id: String
        private(set) var lastActivity: Duration

        init(id: String, lastActivity: Duration) {
            self.id = id
            self.lastActivity = .milliseconds(lastActivity.wholeMilliseconds)
        }

        func hasEnded(at now: Duration, timeout: Duration) -> Bool { now - lastActivity >= timeout }

        mutating func extend(to now: Duration) { lastActivity = .milliseconds(now.wholeMilliseconds) }
    }

    /// The identifiers that an event carries.
    struct Identity: Sendable, Hashable {
        /// 20 lower-case hexadecimal digits; `nil` for a process in the background that has no session.
        var session: String?
        /// 20 lower-case hexadecimal digits; `nil` when no page view has begun.
        var pageview: String?
    }

    private var session: Session? {
        didSet {
            updateIsWorthSaving()
            unchangedUntil = session.map { $0.lastActivity + Self.resolution } ?? .zero
        }
    }
    /// Until when further activity changes nothing, since times are whole milliseconds.
    private var unchangedUntil: Duration = .zero
    /// When this process began its session; `nil` for none, or one of an earlier process that a process in the
    /// background continues.
    private(set) var startTime: Duration?
    private var pageview: String?
    private(set) var isInBackground: Bool
    /// Whether the store, which is not open yet, may have a session that continues.
    private var awaitsEarlierSession = true
    /// The first session of this process and when it began, until the store is open.
    private var provisional: (id: String, startTime: Duration)?
    /// The session of an earlier process that continues, and the provisional one that it replaces; `nil` when there was
    /// none.
    private var resumedSession: (provisional: String?, id: String)?
    /// The identifiers of the next session, where an explanation has already used them.
    private var next: Identity?
    /// The session in the store.
    private var stored: Session? { didSet { updateIsWorthSaving() } }
    /// Whether the stored session differs so much that it should be written now, without waiting for the next event.
    private(set) var isWorthSaving = false

    /// How old the stored time of the last activity may be: a running session is written this often.
    static let saveInterval: Duration = .seconds(60)
    private static let resolution: Duration = .milliseconds(1)

    init(inBackground: Bool = false) { isInBackground = inBackground }

    /// The session and page view, without activity.
    var current: Identity { Identity(session: session?.id, pageview: pageview) }

    /// The session and page view of an event that is submitted now. In the foreground this is activity.
    @discardableResult
    mutating func recordActivity(now: Duration, timeout: Duration, makeID: () -> String) -> Identity {
        if isChanged(byActivityAt: now, timeout: timeout) {
            extendOrBegin(now: now, timeout: timeout, makeID: makeID)
        }
        return current
    }

    /// Whether activity now would begin or prolong a session.
    func isChanged(byActivityAt now: Duration, timeout: Duration) -> Bool {
        !isInBackground && (now >= unchangedUntil || timeout < Self.resolution)
    }

    /// The session and page view of an event that would be submitted now. This is no activity: a session that such an
    /// event would begin gets its ids now, and begins with the next activity.
    mutating func preview(now: Duration, timeout: Duration, makeID: () -> String) -> Identity {
        if next == nil { next = Identity(session: makeID(), pageview: makeID()) }
        var later = self
        return later.recordActivity(now: now, timeout: timeout, makeID: makeID)
    }

    /// The app comes to the foreground. This is activity, and may begin a session.
    mutating func enterForeground(now: Duration, timeout: Duration, makeID: () -> String) {
        isInBackground = false
        extendOrBegin(now: now, timeout: timeout, makeID: makeID)
    }

    /// The app leaves the foreground. This is the last activity of its session.
    mutating func enterBackground(now: Duration, timeout: Duration, makeID: () -> String) {
        if !isInBackground { extendOrBegin(now: now, timeout: timeout, makeID: makeID) }
        isInBackground = true
    }

    /// Ends the session, and begins another unless the app is in the background.
    mutating func reset(now: Duration, makeID: () -> String) {
        if provisional == nil { awaitsEarlierSession = false }
        if isInBackground {
            (session, pageview, startTime) = (nil, nil, nil)
        } else {
            begin(now: now, makeID: makeID)
        }
    }

    /// Ends the session, and the connection with one of an earlier process, so that no event carries their ids any
    /// more.
    mutating func renew(now: Duration, makeID: () -> String) {
        (awaitsEarlierSession, provisional, resumedSession) = (false, nil, nil)
        reset(now: now, makeID: makeID)
    }

    /// Begins a page view.
    mutating func beginPageview(makeID: () -> String) -> String {
        let id = makeID()
        pageview = id
        return id
    }

    private mutating func extendOrBegin(now: Duration, timeout: Duration, makeID: () -> String) {
        // The time alone, since a copy of the session counts a reference to its id.
        guard let lastActivity = session?.lastActivity, now - lastActivity < timeout else {
            return begin(now: now, makeID: makeID)
        }
        if now - lastActivity >= Self.resolution { session?.extend(to: now) }
    }

    /// Begins a session; a page view that was running gets a new id.
    private mutating func begin(now: Duration, makeID: () -> String) {
        let id = next?.session ?? makeID()
        if awaitsEarlierSession, provisional == nil { provisional = (id, now) }
        session = Session(id: id, lastActivity: now)
        startTime = now
        if pageview != nil { pageview = next?.pageview ?? makeID() }
        next = nil
    }
}

// MARK: - Across processes

extension Sessions {
    /// Continues the session of an earlier process, if it had not ended when this process began its own.
    ///
    /// Called once, when the store has been opened. A process in the background continues it in any case.
    mutating func restore(_ earlier: SavedSession?, clocks: any Clocks, timeout: Duration) {
        defer { (awaitsEarlierSession, provisional) = (false, nil) }
        stored = earlier?.session(on: clocks)
        guard awaitsEarlierSession, let earlier = stored else { return }
        guard let provisional else {
            resumedSession = (nil, earlier.id)
            session = earlier
            return
        }
        guard !earlier.hasEnded(at: provisional.startTime, timeout: timeout) else { return }
        resumedSession = (provisional.id, earlier.id)
        if let running = session, running.id == provisional.id {
            session = Session(id: earlier.id, lastActivity: running.lastActivity)
        }
    }

    /// The session of an event that was submitted before the store was opened.
    func resolved(_ id: String?) -> String? {
        if let resumedSession, resumedSession.provisional == id { resumedSession.id } else { id }
    }

    private mutating func updateIsWorthSaving() {
        if let session, let stored, session.id == stored.id {
            isWorthSaving = session.lastActivity - stored.lastActivity >= Self.saveInterval
        } else {
            isWorthSaving = session?.id != stored?.id
        }
    }

    /// The session to store, where the stored one differs. The inner value is `nil` without a session.
    mutating func drainUnsaved(clocks: any Clocks) -> SavedSession?? {
        guard session != stored else { return nil }
        stored = session
        return .some(session.map { SavedSession($0, clocks: clocks) })
    }
}
