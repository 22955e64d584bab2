extension ContextualAttribute {
    /// Names that older clients and configurations use for the same thing; `user_…` is handled by rule.
    package static let olderNames: [String: ContextualAttribute] = [
        "page_namespace": .pageNamespaceID,
        "page_namespace_text": .pageNamespaceName,
        "page_wikidata_id": .pageWikidataQID,
        "page_groups_allowed_to_edit": .pageUserGroupsAllowedToEdit,
        "page_groups_allowed_to_move": .pageUserGroupsAllowedToMove,
        "mediawiki_db_name": .mediaWikiDatabase,
        "platform": .agentClientPlatform,
        "platform_family": .agentClientPlatformFamily,
        "is_production": .mediaWikiIsProduction,
        "user_registration_timestamp": .performerRegistrationDate,
    ]

    /// Every older name and the attribute that it is the name of, ordered by name.
    package static let olderSpellings: [(name: String, attribute: ContextualAttribute)] = {
        let ofTheUser = builtIn.filter { $0.name.hasPrefix("performer_") }.map {
            "user_" + $0.name.dropFirst("performer_".count)
        }
        let names = Set(olderNames.keys).union(ofTheUser)
        return names.sorted().compactMap { name in ContextualAttribute(name: name).map { (name, $0) } }
    }()

    /// The path at which clients of an older name write the value: `page_namespace` → `["page", "namespace"]`.
    ///
    /// Source: the platform's JavaScript and PHP clients split a name at its first underscore; the Swift and Java
    /// clients of 2022 have a few names that are fields of the event itself.
    package static func path(ofOlderName name: String) -> [String] {
        olderNamesOfTheEvent.contains(name) ? [name] : path(ofUndeclaredName: name)
    }

    /// The path of an attribute by the platform's rule: its name splits at the first underscore.
    static func path(ofUndeclaredName name: String) -> [String] {
        name.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    }

    private static let olderNamesOfTheEvent: Set<String> = ["platform", "platform_family", "is_production"]
}
