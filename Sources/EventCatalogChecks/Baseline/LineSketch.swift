import EventCatalog
import EventSupport

/// A short text from which it can be told how many lines two files have in common: the smallest checksums of the
/// different lines of a file. Of a file with at most that many lines, it has all.
struct LineSketch: Sendable, Hashable {
    private static let maximumCount = 64
    /// In order, each once.
    private let checksums: [UInt32]

    /// The sketch of a file without lines, which is similar to no other.
    init() { checksums = [] }

    /// The sketch of a file; empty lines are left out.
    init(_ text: SourceText) {
        let lines = (1...max(1, text.lines.count)).compactMap { text.lines[$0] }.filter { !$0.isEmpty }
        let checksums = Set(
            lines.map { line in
                var checksum = CRC32()
                checksum.add(line)
                return checksum.value
            })
        self.checksums = Array(checksums.sorted().prefix(Self.maximumCount))
    }

    /// Reads a ``text``; `nil` for one of another form.
    init?(_ text: String) {
        let parts = text.split(separator: " ").map { UInt32($0, radix: 16) }
        let checksums = parts.compactMap(\.self)
        guard checksums.count == parts.count else { return nil }
        self.checksums = Set(checksums).sorted()
    }

    /// The checksums as hexadecimal numbers.
    var text: String { checksums.map { String($0, radix: 16) }.joined(separator: " ") }

    /// The part of the different lines of two files that both have, from 0 to 1. It is estimated for files with many
    /// lines.
    func similarity(to other: LineSketch) -> Double {
        var (own, others) = (checksums[...], other.checksums[...])
        var (common, all) = (0, 0)
        while all < Self.maximumCount, let next = [own.first, others.first].compactMap(\.self).min() {
            let isCommon = own.first == others.first
            if own.first == next { own.removeFirst() }
            if others.first == next { others.removeFirst() }
            (common, all) = (common + (isCommon ? 1 : 0), all + 1)
        }
        return all == 0 ? 0 : Double(common) / Double(all)
    }
}

extension CheckReport {
    /// The files that were read, except code, by their paths as the caller spelled their folders. Those with findings
    /// have the sketches of their lines.
    var sketches: [String: LineSketch] {
        let found = Set(findings.map(\.location.file))
        return Dictionary(files.map { ($0, found.contains($0) ? sketch(of: $0) : LineSketch()) }) { first, _ in first }
    }

    /// The sketch of a file; the empty one when it cannot be read.
    func sketch(of file: String) -> LineSketch {
        do { return LineSketch(try sources.text(of: file)) } catch { return LineSketch() }
    }
}
