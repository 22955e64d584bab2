extension RuleExample {
    /// A file of a project, and a stream.
    package static func project(_ text: String) -> RuleExample {
        [Project.fileName: text, "Streams/example.yaml": stream()]
    }

    /// A project that declares attributes, by names and settings in turn.
    package static func declaring(_ parts: String...) -> RuleExample {
        let lines = stride(from: 0, to: parts.count, by: 2).map { "  \(parts[$0]): \(parts[$0 + 1])\n" }
        return project("attributes:\n" + lines.joined())
    }
}
