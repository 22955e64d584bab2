extension Diagnostics {
    /// Runs work on the store. An error is reported as ``Diagnostic/Kind/store`` and ends that work only; the events
    /// stay where they are.
    ///
    /// - Returns: what the work returned; `nil` when it threw.
    func attempt<Result>(_ what: String, _ work: () throws -> Result) -> Result? {
        do {
            return try work()
        } catch {
            report(.store, "\(what): \(error)")
            return nil
        }
    }

    /// Runs work on the store whose only result is whether it succeeded. An error is reported as in ``attempt(_:_:)``.
    func succeeds(_ what: String, _ work: () throws -> Void) -> Bool {
        do {
            try work()
            return true
        } catch {
            report(.store, "\(what): \(error)")
            return false
        }
    }
}
