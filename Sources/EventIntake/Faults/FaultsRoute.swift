import EventSchema
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET`, `POST` and `DELETE /v1/faults`: the faults in force, one more or several, none. `GET` and `DELETE
/// /v1/faults/{id}`: one of them.
struct FaultsRoute: Sendable {
    let faults: FaultControl
    private static let maximumBodyBytes = 64 * 1024

    init(_ faults: FaultControl) { self.faults = faults }

    func add(to router: Router<BasicRequestContext>) {
        router.get("/v1/faults") { _, _ in Response(.ok, json: list(faults.entries)) }
        router.get("/v1/faults/{id}") { request, context in one(context.parameters.get("id") ?? "", request) }
        router.post("/v1/faults") { request, _ in await add(request) }
        router.delete("/v1/faults") { _, _ in
            faults.removeAll()
            return Response(status: .noContent)
        }
        router.delete("/v1/faults/{id}") { request, context in remove(context.parameters.get("id") ?? "", request) }
    }

    private func list(_ entries: [FaultBook.Entry]) -> JSONValue { ["faults": .array(entries.map(\.json))] }

    private func one(_ id: String, _ request: Request) -> Response {
        guard let entry = faults.entries.first(where: { $0.id == id }) else { return unknown(id, request) }
        return Response(.ok, json: entry.json)
    }

    private func remove(_ id: String, _ request: Request) -> Response {
        faults.remove(id: id) ? Response(status: .noContent) : unknown(id, request)
    }

    private func unknown(_ id: String, _ request: Request) -> Response {
        Response(problem: .notFound, "No such fault", "No fault \(id) is in force. GET /v1/faults lists them.", request)
    }

    /// Adds one fault, or all of a list. One mistake, and none is added.
    private func add(_ request: Request) async -> Response {
        do {
            let bytes = Array(buffer: try await request.body.collect(upTo: Self.maximumBodyBytes))
            let value = try JSONValue(parsing: bytes)
            guard value.array?.isEmpty != true else { throw FaultError("the list holds no fault") }
            let added = faults.add(try (value.array ?? [value]).map(Self.fault))
            return Response(.created, json: list(added))
        } catch let error as FaultError {
            return Response(problem: .badRequest, "No fault", error.message, request)
        } catch let error as JSONParseError {
            return Response(problem: .badRequest, "Not JSON", "The body cannot be read: \(error.description).", request)
        } catch is NIOTooManyBytesError {
            let detail = "The body may have at most \(Self.maximumBodyBytes) bytes."
            return Response(problem: .contentTooLarge, "Too large", detail, request)
        } catch {
            return Response(problem: .badRequest, "Interrupted", "The request ended before its body did.", request)
        }
    }

    /// A fault as an object, or as the text that the command line takes.
    private static func fault(_ json: JSONValue) throws(FaultError) -> Fault {
        if let text = json.string { try Fault(text) } else { try Fault(json: json) }
    }
}
