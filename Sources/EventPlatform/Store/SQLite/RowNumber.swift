/// The numbers of the rows of events. They rise, and none is used twice.
///
/// A number begins with the number of refusals before it, so that a row can be told from one that a refusal covers. The
/// checksum of a row covers its number. The number of refusals is kept beside the store too; see ``RefusalCount``.
enum RowNumber {
    /// The bits for the rows between two refusals: a thousand billion rows.
    private static let bits: Int64 = 40

    /// The numbers that count as such.
    static let valid: ClosedRange<Int64> = 0...(1 << 60)

    /// The number of refusals before a row.
    static func refusals(before row: Int64) -> Int64 { row >> bits }

    /// The last number with the refusals of `row` that leaves as many for later rows.
    static func lastUsable(after row: Int64) -> Int64 { ((row >> bits) << bits) | (1 << (bits - 1)) }

    /// The last number that `refusals` refusals cover.
    static func last(coveredBy refusals: Int64) -> Int64 { min(refusals, RefusalCount.maximum) << bits }
}
