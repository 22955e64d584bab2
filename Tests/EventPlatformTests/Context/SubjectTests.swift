import EventSchema
import EventStreams
import Testing

@testable import EventPlatform

@Suite struct SubjectTests {
    @Test func `the subject fills what the app's context leaves open, and overrides nothing`() {
        var subject = Subject()
        (subject.userId, subject.language) = ("4711", "de")
        var context = Context()
        context.agent.deviceLanguage = "sv"
        let filled = subject.fill(context)
        #expect(filled[.agentDeviceLanguage] == "sv")
        #expect(filled[.performerID] == 4711)
    }
}
