import HTTPTypes
import Hummingbird

/// The Content-Security-Policy of pages: they load files of the intake only, and no page frames them.
enum PagePolicy {
    /// For pages whose scripts load further scripts of the intake.
    static let ownFiles = """
        default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
    /// The same, and nothing that a page is given becomes a script or markup.
    static let ownFilesAndPlainText = ownFiles + "; require-trusted-types-for 'script'; trusted-types 'none'"
}

extension Response {
    /// A page or one of its files, which a browser asks for anew each time.
    init(page bytes: [UInt8], _ type: String, policy: String, to request: Request) {
        var headers: HTTPFields = [.cacheControl: "no-cache", .contentSecurityPolicy: policy]
        headers[.xContentTypeOptions] = "nosniff"
        if let referrer = HTTPField.Name("Referrer-Policy") { headers[referrer] = "no-referrer" }
        self.init(to: request, type: "\(type); charset=utf-8", bytes: bytes, headers: headers)
    }
}
