import EventCatalog
public import EventPlatform
public import EventPlatformTesting

extension TestPlatform {
    /// Creates a platform with the streams and schemas of an app's folders, as its server would read them.
    ///
    /// ```swift
    /// let platform = try TestPlatform(catalogNear: #filePath)
    /// await platform.loadConfigurations()
    /// ```
    ///
    /// The nearest folder, at or above the path, that has a folder `Streams` is read: `Streams/` and, where it exists,
    /// `Schemas/`, by the rules of `EventCatalog`. A `Project.yaml` may name other folders. An event that does not
    /// follow its schema is dropped, and ``TestPlatform/droppedEvents()`` says why.
    ///
    /// - Parameters:
    ///   - path: a file or a folder. `#filePath` finds the folders of the package that the test belongs to.
    ///   - sampling: whether the test is in the streams' samples. The default is ``TestPlatform/Sampling/inSample``.
    ///   - seed: the seed of the random numbers (session ids, event ids, jitter). The default is 1.
    ///   - context: the initial context of the client. The default is ``TestPlatform/appContext``.
    ///   - allowsInvalidEvents: whether invalid events that the test has not asked for are allowed. The default is
    ///     false: they make the test fail.
    ///   - test: the value of the header `X-Event-Test` in requests. The default is the name of the calling function.
    ///   - fileID: the file of the call, as the next three: where such a failure is reported.
    ///   - filePath: the path of the file.
    ///   - line: the line.
    ///   - column: the column.
    ///   - configure: changes the client's configuration. The default changes nothing.
    /// - Throws: `CatalogError` with every mistake that keeps a schema or a stream from being read as it is written,
    ///   each with file, line, column and remedy; ``CatalogNotFound`` when there is no folder `Streams`. What else is
    ///   wrong with the files, `eventctl check` finds.
    public convenience init(
        catalogNear path: String, sampling: TestPlatform.Sampling = .inSample, seed: UInt64 = 1,
        context: Context = TestPlatform.appContext, allowsInvalidEvents: Bool = false, test: String = #function,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        configure: (inout EventPlatformClient.Configuration) -> Void = { _ in }
    ) throws {
        let folders = try AppFolders(near: path)
        let schemas = try SchemaRepository(roots: folders.schemaRoots)
        let streams = try StreamCatalog(directory: folders.streams)
        let documents = schemas.versions.map { (SchemaID($0.uri), $0.document) }
        self.init(
            streams: streams.settings, sampling: sampling, seed: seed, context: context,
            allowsInvalidEvents: allowsInvalidEvents, test: test, fileID: fileID, filePath: filePath, line: line,
            column: column
        ) {
            $0.validation.sources = [.documents(Dictionary(uniqueKeysWithValues: documents))]
            configure(&$0)
        }
    }
}
