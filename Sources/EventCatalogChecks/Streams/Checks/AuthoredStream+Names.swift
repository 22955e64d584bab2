import EventCatalog
import EventSchema

extension AuthoredStream {
    /// Whether a setting that is absent is not missing, since another finding says why: something around it or in the
    /// defaults could not be read, or it was probably written under a wrong name or in another block.
    func isAbsentForKnownReason(_ path: [String]) -> Bool {
        !isComplete || isMisplacedOrMisspelt(path)
    }

    /// Whether the stream has null in the place of a default.
    ///
    /// What other streams have is no reason for a finding: a folder may adopt a setting stream by stream.
    func takesBack(_ setting: String) -> Bool { defaults?.value[setting].isSet == true && own[setting] == .null }

    private func isMisplacedOrMisspelt(_ path: [String]) -> Bool {
        SettingBlock.all.contains { block in
            JSONValue.object(authored).values(at: block.path[...]).contains { _, value in
                let names = Array((value.object ?? [:]).names)
                return names.contains { !block.names.contains($0) && block.target(of: $0, among: names) == path }
            }
        }
    }
}
