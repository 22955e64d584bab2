import Foundation
import TestSupport
import Testing

@testable import eventctl

@Suite struct SnapshotReaderTests {
    @Test(arguments: [
        ("Streams", "Experiments"), ("Streams/", "Experiments"), ("a/Streams", "a/Experiments"),
        ("/Streams", "/Experiments"), ("../a/b//", "../a/Experiments"), ("b/b", "b/Experiments"), ("S", "Experiments"),
        (".", "./../Experiments"), ("..", "../../Experiments"), ("/", "//../Experiments"),
        ("a/.", "a/./../Experiments"),
    ]) func `experiments are beside the folder of streams`(streams: String, experiments: String) {
        #expect(SnapshotReader.experiments(beside: streams) == experiments)
    }

    @Test func `experiments are beside the target of a link, unless there are some beside the link`() throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let root = folder.url.resolvingSymlinksInPath().path
        for name in ["real/Streams", "real/Experiments", "links"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
        }
        let link = "\(root)/links/Streams"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(root)/real/Streams")
        let reader = SnapshotReader(streams: link, experiments: nil)
        #expect(reader.experimentFolder == "\(root)/real/Experiments")
        try FileManager.default.createDirectory(
            atPath: "\(root)/links/Experiments", withIntermediateDirectories: true)
        #expect(reader.experimentFolder == "\(root)/links/Experiments")
        #expect(SnapshotReader(streams: link, experiments: "x").experimentFolder == "x")
    }
}
