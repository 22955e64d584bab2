// The fields of a received event: those of the intake, and paths in the event itself.

/** The fields that the intake knows beside the event. They are those of `q` in `GET /events`. */
export const intakeFields = ["stream", "schema", "id", "test", "status", "valid", "reason"]

/** accepted, invalid or error. */
export function status(received) {
  return received.valid ? "accepted" : received.status
}

/** Why an event was rejected, in words; empty for an accepted one. */
export function reason(received) {
  return received.valid ? "" : received.context?.errorsText ?? received.context?.message ?? ""
}

/** The findings of the intake about an invalid event: `dataPath`, `message`, `schemaPath`. */
export function errors(received) {
  return received.context?.errors ?? []
}

/** The value of a field; undefined when the event lacks it. */
export function valueOf(received, field) {
  switch (field) {
  case "time": return received.receivedAt
  case "status": return status(received)
  case "reason": return reason(received) || undefined
  case "valid": case "stream": case "schema": case "id": case "test": return received[field] ?? undefined
  default: return field.split(".").reduce((value, name) => own(value, name), received.event)
  }
}

function own(value, name) {
  return value !== null && typeof value === "object" && Object.hasOwn(value, name) ? value[name] : undefined
}

/** A value as it stands in a column and in a filter. */
export function textOf(value) {
  if (value === undefined) return ""
  return typeof value === "string" ? value : JSON.stringify(value)
}

/** The paths of an event with their values, in its order; at most `limit`. Lists are values. */
export function* paths(event, limit = 500, prefix = "") {
  let left = limit
  for (const [name, value] of Object.entries(event)) {
    const isObject = value !== null && typeof value === "object" && !Array.isArray(value)
    for (const pair of isObject ? paths(value, left, `${prefix}${name}.`) : [[prefix + name, value]]) {
      if (left-- <= 0) return
      yield pair
    }
  }
}

/** The time of day of a time of the intake, in UTC. */
export function clock(time) {
  return time.slice(11, 19)
}

/** A term of a filter, such as stream:app.search or action:"two words". What begins like a comparison is quoted. */
export function term(field, text) {
  const isPlain = text !== "" && !/^[<>]|[\s"\\]/.test(text)
  const quote = word => `"${word.replace(/["\\]/g, "\\$&")}"`
  return `${/[\s:"\\-]/.test(field) ? quote(field) : field}:${isPlain ? text : quote(text)}`
}
