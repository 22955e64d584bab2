import EventIntake
import EventSchema
import Foundation
import TestSupport
import Testing

/// The page at `/console` and its files.
@Suite(.waitLimit) struct ConsoleRouteTests {
    private static func text(_ response: Client.Response) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test func `the page and every file that it names are served`() async throws {
        try await withOwnIntake { client async throws in
            let page = try await client.get("/console")
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            var unread = Self.text(page).matches(of: /"(\/console\/[a-z.]+)"/).map { String($0.1) }
            var read: Set<String> = []
            while let path = unread.popLast() {
                guard read.insert(path).inserted else { continue }
                let file = try await client.get(path)
                #expect(file.status == 200, "\(path)")
                let type = path.hasSuffix(".js") ? "text/javascript" : "text/css"
                #expect(file.headers["content-type"] == "\(type); charset=utf-8", "\(path)")
                unread += Self.text(file).matches(of: /from "(\/console\/[a-z.]+)"/).map { String($0.1) }
            }
            let folder = Checkout.file("Sources/CConsole/Page").path
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "index.html" }
            #expect(read == Set(files.map { "/console/\($0)" }))
            for name in ["nothing.js", "index.html"] {
                #expect(try await client.get("/console/\(name)").status == 404, "\(name)")
            }
        }
    }

    @Test(arguments: ["/console", "/console/app.js"])
    func `a file runs nothing but the page's own scripts and is in no frame`(path: String) async throws {
        try await withOwnIntake { client async throws in
            let response = try await client.get(path)
            let rules = (response.headers["content-security-policy"] ?? "").split(separator: "; ").map(String.init)
            #expect(
                Set(rules).isSuperset(of: [
                    "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'",
                    "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
                ]))
            #expect(!rules.contains { $0.contains("unsafe") || $0.contains("http") })
            #expect(response.headers["x-content-type-options"] == "nosniff")
            #expect(response.headers["referrer-policy"] == "no-referrer")
        }
    }

    @Test func `an unchanged file is a 304`() async throws {
        try await withOwnIntake { client async throws in
            let tag = try #require(try await client.get("/console/app.js").headers["etag"])
            let again = try await client.send("GET", "/console/app.js", nil, ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test func `the page needs no token, and what it shows does`() async throws {
        try await withOwnIntake {
            $0.token = "t"
        } _: { client async throws in
            #expect(try await client.get("/console").status == 200)
            #expect(try await client.get("/console/app.js").status == 200)
            #expect(try await client.send("HEAD", "/console").status == 200)
            for path in ["/events", "/counts/minutes", "/_info", "/consoles", "/console/app.js/more"] {
                #expect(try await client.get(path).status == 401, "\(path)")
            }
            #expect(try await client.send("POST", "/console").status == 401)
            let headers = ["Authorization": "Bearer t"]
            let document = try await client.send("GET", "/openapi.json", nil, headers).json
            let page = document[path: ["paths", "/console", "get"]]
            #expect(page?["security"] == [])
            #expect(page?["responses"]?["401"] == nil)
        }
    }

    @Test func `without the console there is no page`() async throws {
        try await withOwnIntake {
            $0.hasConsole = false
        } _: { client async throws in
            #expect(try await client.get("/console").status == 404)
            #expect(try await client.get("/console/app.js").status == 404)
        }
    }

    @Test(arguments: [(true, 303), (false, 200)])
    func `a browser at the root is sent to the console where there is one`(hasConsole: Bool, status: Int) async throws {
        try await withOwnIntake {
            $0.hasConsole = hasConsole
        } _: { client async throws in
            let connection = try RawConnection(to: client.intake.url)
            connection.send(
                "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html,*/*;q=0.8\r\n\r\n")
            connection.finishSending()
            let text = await connection.rest().text.lowercased()
            #expect(text.hasPrefix("http/1.1 \(status) "))
            #expect(text.contains("location: /console\r\n") == hasConsole)
            let plain = try await client.get("/")
            #expect(plain.json["addresses"] != nil && plain.headers["vary"]?.contains("accept") == true)
        }
    }
}
