extension Diagnostics {
    /// Runs work on the store. An error is reported as ``Diagnostic/Kind/store`` and ends that work only; the events
    /// stay where they are. That the store is closed is no error: after a shutdown the next process does the work.
    ///
    /// - Returns: what the work returned; `nil` when it threw.
    func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            reportUnlessClosed(what, error)
            return nil
        }
    }

    /// Runs work on the store whose only result is whether it succeeded. An error is reported as in ``attempt(_:_:)``.
    func succeeds(_ what: String, _ work: () throws -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            reportUnlessClosed(what, error)
            return false
        }
    }

    private func reportUnlessClosed(_ what: String, _ error: any Error) {
        if (error as? StoreError)?.code != .closed { report(.store, "\(what): \(error)") }
    }
}
