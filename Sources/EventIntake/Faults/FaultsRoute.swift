import EventSchema
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// `/v1/faults`: the faults in force, more of them, and their end.
struct FaultsRoute: Sendable {
    let faults: ActiveFaults
    private static let maximumBodyBytes = 64 * 1024

    var endpoints: [Endpoint] {
        let fault: JSONValue = [
            "type": "object", "required": ["kind"],
            "properties": [
                "kind": ["type": "string", "enum": .array(Fault.Kind.allCases.map { .string($0.rawValue) })]
            ],
        ]
        let list: JSONValue = [
            "type": "object", "required": ["faults"], "properties": ["faults": ["type": "array", "items": fault]],
        ]
        let text: JSONValue = ["type": "string"]
        let one: JSONValue = ["anyOf": [fault, text]]
        let id = Endpoint.Parameter(name: "id", place: .path, summary: "The id that the list shows.")
        let absent = Endpoint.Answer.problem(404, "No such fault is in force.")
        return [
            Endpoint(
                method: .get, path: "/v1/faults", summary: "The faults in force.",
                answers: [.json(200, "The faults.", list)]
            ) { _, _ in Response(.ok, json: self.list(faults.entries)) },
            Endpoint(
                method: .post, path: "/v1/faults", summary: "Adds a fault, or several; each as JSON or as text.",
                body: [("application/json", ["anyOf": [one, ["type": "array", "items": one, "minItems": 1]]])],
                answers: [
                    .json(201, "The faults that were added.", list), .problem(400, "Something is no fault."),
                    .problem(413, "The body is too large."),
                ]
            ) { request, _ in await add(request) },
            Endpoint(
                method: .delete, path: "/v1/faults", summary: "Ends all faults.",
                answers: [.init(status: 204, summary: "Ended.")]
            ) { _, _ in
                faults.removeAll()
                return Response(status: .noContent)
            },
            Endpoint(
                method: .get, path: "/v1/faults/{id}", summary: "One fault.", parameters: [id],
                answers: [.json(200, "The fault.", fault), absent]
            ) { request, context in self.one(context.pathParameter("id"), request) },
            Endpoint(
                method: .delete, path: "/v1/faults/{id}", summary: "Ends one fault.", parameters: [id],
                answers: [.init(status: 204, summary: "Ended."), absent]
            ) { request, context in remove(context.pathParameter("id"), request) },
        ]
    }

    private func list(_ entries: [FaultRegistry.Entry]) -> JSONValue { ["faults": .array(entries.map(\.json))] }

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
