import Benchmark
import EventPlatform
import Foundation

/// What opening, submitting, leasing and pruning cost, by how much waits already.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock, .peakMemoryResident], warmupIterations: 1, maxDuration: .seconds(3), maxIterations: 200)

    Benchmark(
        "bytes in the file for an event of 545 bytes",
        configuration: .init(
            metrics: [.custom("bytes")], warmupIterations: 0, maxIterations: 1,
            thresholds: [.custom("bytes"): .init(absolute: [.p50: 620])])
    ) { benchmark in benchmark.measurement(.custom("bytes"), try FileSize.bytesPerEvent()) }

    // The two must not differ by more than 50 ms: spools are taken in beside running work.
    for spools in [0, 1_000] {
        Benchmark("open a client's store, \(spools) spools beside it", configuration: .init(maxIterations: 20)) {
            benchmark in
            let folder = try await SpoolFolder()
            for _ in benchmark.scaledIterations {
                try folder.fill(to: spools)
                let client = folder.client()
                benchmark.startMeasurement()
                try await client.openStore()
                benchmark.stopMeasurement()
                _ = await client.shutdown(deadline: .zero)
            }
            try folder.remove()
        }
    }

    for size in [1_000, 10_000, 100_000, 1_000_000] {
        Benchmark("open, \(size) waiting") { benchmark in
            let filled = try FilledStore(events: size)
            for _ in benchmark.scaledIterations {
                benchmark.startMeasurement()
                let store = try filled.open()
                blackHole(try store.load(at: FilledStore.start))
                benchmark.stopMeasurement()
                try store.close()
            }
        }

        Benchmark("first commit of one event, \(size) waiting") { benchmark in
            let filled = try FilledStore(events: size, isChanged: true)
            let store = try filled.open()
            for iteration in benchmark.scaledIterations {
                let transaction = FilledStore.transaction(10_000_000 + iteration..<10_000_001 + iteration)
                benchmark.startMeasurement()
                blackHole(try store.commit(transaction))
                benchmark.stopMeasurement()
            }
            try store.close()
            try filled.remove()
        }

        Benchmark("commit of 64 events, \(size) waiting") { benchmark in
            let filled = try FilledStore(events: size, isChanged: true)
            let store = try filled.open()
            for iteration in benchmark.scaledIterations {
                let transaction = FilledStore.transaction(20_000_000 + iteration * 64..<20_000_064 + iteration * 64)
                benchmark.startMeasurement()
                blackHole(try store.commit(transaction))
                benchmark.stopMeasurement()
            }
            try store.close()
            try filled.remove()
        }

        Benchmark("lease a batch of 100, \(size) waiting") { benchmark in
            let store = try FilledStore(events: size).open()
            for _ in benchmark.scaledIterations {
                benchmark.startMeasurement()
                let batch = try store.lease(
                    .ready(after: nil), for: "eventgate-analytics-external", atMost: 100, now: .zero,
                    until: FilledStore.leaseEnd)
                benchmark.stopMeasurement()
                store.release(batch.map(\.row))
            }
            try store.close()
        }

        Benchmark("look for expired events, none there, \(size) waiting") { benchmark in
            let store = try FilledStore(events: size).open()
            let limit = AgeLimit(bootID: FilledStore.start.bootID, millisecondsSinceBoot: 0, wallTime: nil)
            for _ in benchmark.scaledIterations { blackHole(try store.expiredRows(by: limit, atMost: 1000)) }
            try store.close()
        }

        Benchmark("prune 100 events, \(size) waiting") { benchmark in
            let filled = try FilledStore(events: size, isChanged: true)
            let store = try filled.open()
            for iteration in benchmark.scaledIterations {
                let limit = AgeLimit(
                    bootID: FilledStore.start.bootID, millisecondsSinceBoot: Int64(iteration + 1) * 100, wallTime: nil)
                benchmark.startMeasurement()
                var transaction = StoreTransaction()
                transaction.finished = try store.expiredRows(by: limit, atMost: 100).map {
                    FinishedEvent(row: $0, outcome: .dropped(.expired))
                }
                blackHole(try store.commit(transaction))
                benchmark.stopMeasurement()
            }
            try store.close()
            try filled.remove()
        }
    }
}
