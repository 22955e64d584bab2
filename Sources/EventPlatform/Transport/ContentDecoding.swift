import EventSupport

extension NetworkResponse {
    /// The answer with its body decoded as its `Content-Encoding` says.
    ///
    /// - Parameter limit: the most bytes of the decoded body. Memory is taken as bytes are decoded, never by what the
    ///   answer says of its size.
    /// - Throws: ``NetworkError``: the kind ``NetworkError/Code/tooLarge`` when the body has more bytes, the kind
    ///   ``NetworkError/Code/incomplete`` when it is damaged or its coding is unknown.
    func decoded(upTo limit: Int) throws(NetworkError) -> NetworkResponse {
        let coding = headers["content-encoding"]?.lowercased().filter { !$0.isWhitespace } ?? ""
        if body.isEmpty || ["", "identity"].contains(coding) { return self }
        guard ["gzip", "x-gzip"].contains(coding) else {
            throw NetworkError(.incomplete, "the answer's Content-Encoding is \(coding), which was not asked for")
        }
        var response = self
        do {
            response.body = try Deflation.expanded(body, atMost: limit)
        } catch {
            switch error {
            case .tooLarge: throw .tooLarge(limit: limit)
            case .corrupt: throw NetworkError(.incomplete, "the answer's body is no complete gzip")
            }
        }
        return response
    }
}

extension NetworkError {
    /// An answer of more bytes than its request takes.
    static func tooLarge(limit: Int) -> NetworkError {
        NetworkError(.tooLarge, "the answer is larger than \(limit) bytes")
    }
}
