import EventSupport
import Testing

@testable import EventIntake

/// Which fault applies to a request, without a server: the time is an argument.
@Suite struct FaultRegistryTests {
    private func registry(_ faults: String..., at now: Duration = .zero) throws -> FaultRegistry {
        var registry = FaultRegistry()
        for fault in faults { registry.add(try Fault(fault), seed: 1, at: now) }
        return registry
    }

    private func events(_ streams: String..., to destinations: Set<String> = []) -> FaultRegistry.Subject {
        .init(target: .events, streams: Set(streams), destinations: destinations)
    }

    @Test func `a fault with a number of requests applies to as many and is removed`() throws {
        var registry = try registry("status=503,requests=2")
        let matches = (0..<4).map { _ in registry.match(events("a"), at: .zero) != nil }
        #expect(matches == [true, true, false, false])
        #expect(registry.isEmpty)
    }

    @Test func `a fault with a duration is removed when the time has passed`() throws {
        var registry = try registry("status=503,seconds=10", at: .seconds(5))
        let matches = [5, 14.9, 15, 16].map { registry.match(events("a"), at: .seconds($0)) != nil }
        #expect(matches == [true, true, false, false])
        #expect(registry.isEmpty)
    }

    @Test func `a fault applies only to its streams, destination and target`() throws {
        var registry = try registry(
            "status=503,stream=a|b", "status=504,destination=logging", "status=505,target=schemas")
        #expect(registry.match(events("a"), at: .zero)?.fault.status == 503)
        #expect(registry.match(events("c", "b"), at: .zero)?.fault.status == 503)
        #expect(registry.match(events("c", to: ["logging"]), at: .zero)?.fault.status == 504)
        #expect(registry.match(events("c", to: ["analytics"]), at: .zero) == nil)
        #expect(registry.match(events(), at: .zero) == nil)
        #expect(registry.match(.init(target: .schemas), at: .zero)?.fault.status == 505)
        #expect(registry.match(.init(target: .streamConfigs, streams: ["a"]), at: .zero) == nil)
    }

    @Test func `of several faults the first that matches applies; after its removal the next`() throws {
        var registry = try registry("status=501,requests=1", "status=502,stream=b", "status=503")
        let statuses = ["b", "b", "a", "b"].map { registry.match(events($0), at: .zero)?.fault.status }
        #expect(statuses == [501, 502, 503, 502])
    }

    @Test func `equal seeds select the same requests, at about the probability; others differ`() throws {
        func matches(_ seed: Int) throws -> [Bool] {
            var registry = try registry("status=503,probability=0.3,seed=\(seed)")
            return (0..<1000).map { _ in registry.match(events("a"), at: .zero) != nil }
        }
        let (first, again, other) = (try matches(7), try matches(7), try matches(8))
        #expect(first == again)
        #expect(first != other)
        #expect((250...350).contains(first.count { $0 }))
        var never = try registry("status=503,probability=0")
        #expect(never.match(events("a"), at: .zero) == nil)
    }

    @Test func `a request that does not match draws no random number`() throws {
        var quiet = try registry("status=503,stream=a,probability=0.5,seed=3")
        var busy = quiet
        let expected = (0..<100).map { _ in quiet.match(events("a"), at: .zero) != nil }
        let actual = (0..<100).map { _ in
            _ = busy.match(events("b"), at: .zero)
            return busy.match(events("a"), at: .zero) != nil
        }
        #expect(actual == expected)
    }

    @Test func `ids of removed faults are not used again`() throws {
        var registry = try registry("reset", "garbage")
        #expect(registry.entries.map(\.id) == ["1", "2"])
        let removed = [registry.remove(id: "1"), registry.remove(id: "1")]
        #expect(removed == [true, false])
        registry.removeAll()
        #expect(registry.add(try Fault("reset"), seed: 1, at: .zero).id == "3")
    }

    /// Against the plainest model there is: a list that is searched in order and counted down.
    @Test(arguments: 0..<50)
    func `any sequence of requests, additions and removals agrees with a model`(seed: UInt64) throws {
        struct Modelled {
            let id: String
            let stream: String?
            var left: Int?
            let end: Int?
        }
        var random = SeededGenerator(seed: seed)
        var (registry, model, now, added) = (FaultRegistry(), [Modelled](), 0, 0)
        for _ in 0..<300 {
            now += Int.random(in: 0...2, using: &random)
            let stream = ["a", "b", "c"].randomElement(using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                var fault = Fault(.reset)
                let (left, life) = (
                    [nil, 1, 3].randomElement(using: &random) ?? nil, [nil, 1, 20].randomElement(using: &random) ?? nil
                )
                fault.streams = Bool.random(using: &random) ? [stream ?? ""] : []
                fault.requests = left
                fault.duration = life.map { .seconds($0) }
                registry.add(fault, seed: 1, at: .seconds(now))
                added += 1
                model.append(
                    Modelled(id: "\(added)", stream: fault.streams.first, left: left, end: life.map { now + $0 }))
            case 2:
                let id = "\(Int.random(in: 0...added, using: &random))"
                model.removeAll { $0.end.map { $0 <= now } ?? false }
                registry.expire(at: .seconds(now))
                #expect(registry.remove(id: id) == model.contains { $0.id == id })
                model.removeAll { $0.id == id }
            default:
                model.removeAll { $0.end.map { $0 <= now } ?? false }
                let place = model.firstIndex { $0.stream == nil || $0.stream == stream }
                let match = registry.match(events(stream ?? ""), at: .seconds(now))
                #expect(match?.id == place.map { model[$0].id })
                guard let place, let left = model[place].left else { continue }
                if left == 1 { model.remove(at: place) } else { model[place].left = left - 1 }
            }
            #expect(registry.entries.map(\.id) == model.map(\.id))
        }
    }
}
