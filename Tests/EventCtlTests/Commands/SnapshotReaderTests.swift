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
}
