import EventSchema

extension AuthoredStream {
    /// Whether a setting was probably written under a wrong name or in another block, which has a finding of its own,
    /// so that it is not missing.
    func isMisplacedOrMisspelt(_ path: [String]) -> Bool {
        SettingBlock.all.contains { block in
            JSONValue.object(authored).values(at: block.path[...]).contains { _, value in
                let names = Array((value.object ?? [:]).names)
                return names.contains { !block.names.contains($0) && block.target(of: $0, among: names) == path }
            }
        }
    }
}
