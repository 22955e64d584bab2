extension String {
    /// The text with the paths of folders in place of those of their copies. What is in the working folder has no
    /// folder in front.
    package func moved(_ copies: [String: String]) -> String {
        copies.reduce(self) { text, copy in
            text.replacing("\(copy.value)/", with: FolderPath.entry("", in: copy.key))
                .replacing(copy.value, with: copy.key)
        }
    }
}
