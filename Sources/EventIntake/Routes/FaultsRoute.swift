import EventSchema
import HTTPTypes
import Hummingbird

/// `/v1/faults`: lists, adds and removes faults.
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
        let id = Endpoint.Parameter(name: "id", place: .path, summary: "The id of the fault.")
        let absent = Endpoint.ResponseDescription.problem(404, "No active fault has this id.")
        return [
            Endpoint(
                method: .get, path: "/v1/faults", summary: "The active faults.",
                responses: [.json(200, "The faults.", list)]
            ) { _, _ in Response(.ok, json: self.list(faults.entries)) },
            Endpoint(
                method: .post, path: "/v1/faults", summary: "Adds one or several faults, each as JSON or as text.",
                body: [("application/json", ["anyOf": [one, ["type": "array", "items": one, "minItems": 1]]])],
                responses: [
                    .json(201, "The added faults.", list), .problem(400, "A fault is invalid; none was added."),
                    .problem(413, "The body is too large."),
                ]
            ) { request, _ in await add(request) },
            Endpoint(
                method: .delete, path: "/v1/faults", summary: "Removes all faults.",
                responses: [.init(status: 204, summary: "Removed.")]
            ) { _, _ in
                faults.removeAll()
                return Response(status: .noContent)
            },
            Endpoint(
                method: .get, path: "/v1/faults/{id}", summary: "One fault.", parameters: [id],
                responses: [.json(200, "The fault.", fault), absent]
            ) { request, context in self.one(context.pathParameter("id"), request) },
            Endpoint(
                method: .delete, path: "/v1/faults/{id}", summary: "Removes one fault.", parameters: [id],
                responses: [.init(status: 204, summary: "Removed."), absent]
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
        Response(
            problem: .notFound, "No such fault", "There is no active fault \(id). GET /v1/faults lists them.", request)
    }

    /// Adds one fault, or all of a list; none if one of them is invalid.
    private func add(_ request: Request) async -> Response {
        let value: JSONValue
        do { value = try await request.json(upTo: Self.maximumBodyBytes) } catch { return error.response(to: request) }
        do throws(FaultError) {
            guard value.array?.isEmpty != true else { throw FaultError("the list is empty") }
            let added = faults.add(try (value.array ?? [value]).map(Self.fault))
            return Response(.created, json: list(added))
        } catch {
            return Response(problem: .badRequest, "Invalid fault", error.message, request)
        }
    }

    /// Reads a fault from an object, or from text as on the command line.
    private static func fault(_ json: JSONValue) throws(FaultError) -> Fault {
        if let text = json.string { try Fault(text) } else { try Fault(json: json) }
    }
}
