import EventStreams

extension Context {
    /// The page that is shown; see ``Page``.
    public var page: Page {
        get { Page(context: self) }
        set { self = newValue.context }
    }

    /// The page that is shown.
    ///
    /// ```swift
    /// client.updateContext {
    ///     $0.page.id = 3_308
    ///     $0.page.title = "Blue whale"
    ///     $0.page.namespaceID = 0
    /// }
    /// ```
    ///
    /// What is `nil`, the default, is not sent. In parentheses is the attribute's name in a stream's `provide_values`.
    /// The limits are those of the base schemas.
    public struct Page: TypedAttributes, Sendable {
        var context: Context

        /// The id of the page (`page_id`), -1 or more: -1 for a special page, 0 for a deleted one.
        public var id: Int? {
            get { self[integer: .pageID] }
            set { self[integer: .pageID] = newValue }
        }
        /// The title without the namespace (`page_title`), at least one character.
        public var title: String? {
            get { self[text: .pageTitle] }
            set { self[text: .pageTitle] = newValue }
        }
        /// The id of the page's namespace (`page_namespace_id`).
        public var namespaceID: Int? {
            get { self[integer: .pageNamespaceID] }
            set { self[integer: .pageNamespaceID] = newValue }
        }
        /// The canonical English name of the page's namespace (`page_namespace_name`); empty for the main one.
        public var namespaceName: String? {
            get { self[text: .pageNamespaceName] }
            set { self[text: .pageNamespaceName] = newValue }
        }
        /// The id of the revision that is shown (`page_revision_id`), 0 or more.
        public var revisionID: Int? {
            get { self[integer: .pageRevisionID] }
            set { self[integer: .pageRevisionID] = newValue }
        }
        /// The Wikidata item of the page, such as `Q42196` (`page_wikidata_qid`).
        public var wikidataQID: String? {
            get { self[text: .pageWikidataQID] }
            set { self[text: .pageWikidataQID] = newValue }
        }
        /// The language code of the content (`page_content_language`), 1 to 255 characters.
        public var contentLanguage: String? {
            get { self[text: .pageContentLanguage] }
            set { self[text: .pageContentLanguage] = newValue }
        }
        /// Whether the page is a redirect (`page_is_redirect`). The base schemas for apps and servers have no property
        /// for it.
        public var isRedirect: Bool? {
            get { self[flag: .pageIsRedirect] }
            set { self[flag: .pageIsRedirect] = newValue }
        }
        /// The groups that may edit the page (`page_user_groups_allowed_to_edit`); empty for everyone. The base schemas
        /// for apps and servers have no property for it.
        public var userGroupsAllowedToEdit: [String]? {
            get { self[list: .pageUserGroupsAllowedToEdit] }
            set { self[list: .pageUserGroupsAllowedToEdit] = newValue }
        }
        /// The groups that may move the page (`page_user_groups_allowed_to_move`); empty for everyone. The base schemas
        /// for apps and servers have no property for it.
        public var userGroupsAllowedToMove: [String]? {
            get { self[list: .pageUserGroupsAllowedToMove] }
            set { self[list: .pageUserGroupsAllowedToMove] = newValue }
        }
    }
}
