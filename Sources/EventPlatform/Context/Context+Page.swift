import EventStreams

extension Context {
    /// The page being looked at.
    public var page: Page {
        get { Page(context: self) }
        set { self = newValue.context }
    }

    /// The page being looked at. Every value is optional; what is `nil` is not sent.
    public struct Page: AttributeGroup, Sendable {
        var context: Context

        /// The page's number; -1 for a special page, 0 for a deleted one.
        public var id: Int? {
            get { self[integer: .pageID] }
            set { self[integer: .pageID] = newValue }
        }
        /// The title without namespace, at least one character.
        public var title: String? {
            get { self[text: .pageTitle] }
            set { self[text: .pageTitle] = newValue }
        }
        /// The namespace's number.
        public var namespaceID: Int? {
            get { self[integer: .pageNamespaceID] }
            set { self[integer: .pageNamespaceID] = newValue }
        }
        /// The namespace's canonical English name; empty for the main one.
        public var namespaceName: String? {
            get { self[text: .pageNamespaceName] }
            set { self[text: .pageNamespaceName] = newValue }
        }
        /// The newest revision's number, 0 or more.
        public var revisionID: Int? {
            get { self[integer: .pageRevisionID] }
            set { self[integer: .pageRevisionID] = newValue }
        }
        /// The Wikidata item.
        public var wikidataQID: String? {
            get { self[text: .pageWikidataQID] }
            set { self[text: .pageWikidataQID] = newValue }
        }
        /// The content's language code, 1 to 255 characters.
        public var contentLanguage: String? {
            get { self[text: .pageContentLanguage] }
            set { self[text: .pageContentLanguage] = newValue }
        }
        /// Whether the page is a redirect.
        public var isRedirect: Bool? {
            get { self[flag: .pageIsRedirect] }
            set { self[flag: .pageIsRedirect] = newValue }
        }
        /// The groups that may edit the page.
        public var userGroupsAllowedToEdit: [String]? {
            get { self[list: .pageUserGroupsAllowedToEdit] }
            set { self[list: .pageUserGroupsAllowedToEdit] = newValue }
        }
        /// The groups that may move the page.
        public var userGroupsAllowedToMove: [String]? {
            get { self[list: .pageUserGroupsAllowedToMove] }
            set { self[list: .pageUserGroupsAllowedToMove] = newValue }
        }
    }
}
