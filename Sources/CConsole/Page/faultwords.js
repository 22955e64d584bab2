// A fault in words: what it does now, to which clients, until when, and which it was applied to.

import { counted } from "/console/elements.js"
import { clock } from "/console/fields.js"

const clients = {
  events: "sends events", "stream-configs": "asks for stream configurations", schemas: "asks for a schema",
}
const stored = { before: " and stores none of the events", after: ", although it has stored the events" }

/** What the intake does instead of its regular response. */
function deed({ kind, target, status, moment, stream, delay, invalid, error, "retry-after": retryAfter }) {
  const afterStoring = target === "events" ? stored.after : ""
  switch (kind) {
  case "status":
    return `responds with status ${status}${retryAfter ? ` and Retry-After: ${retryAfter}` : ""}${stored[moment] ?? ""}`
  case "delay": return `responds ${delay} s late`
  case "reset": return `resets the connection instead of a response${stored[moment] ?? ""}`
  case "truncate": return `sends half of its response${afterStoring}`
  case "garbage":
    return `responds with bytes that are no JSON${status ? ` and status ${status}` : ""}${stored[moment] ?? ""}`
  case "mixed":
    return `rejects about ${percent(invalid)} of the events as invalid and ${percent(error)} with an error`
  case "stale": return "sends stream configurations as they were when the fault was added"
  case "broken":
    return stream ? `sends a text in place of the settings of ${stream.join(", ")}` : "sends half of the configurations"
  case "missing": return stream ? `leaves out ${stream.join(", ")}` : "sends no stream"
  default: return `has the fault ${kind}`
  }
}

function percent(share) {
  return `${Number((share * 100).toPrecision(3))} %`
}

function whom({ target, stream, destination, probability }) {
  return `every client that ${clients[target] ?? target}${stream ? ` of ${stream.join(", ")}` : ""}`
    + `${destination ? ` for ${destination}` : ""}`
    + `${probability === undefined ? "" : `, for about ${percent(probability)} of the requests`}`
}

function end({ requests, seconds, hits }) {
  const limits = [
    ...requests === undefined ? [] : [`after ${counted(requests - hits, "more request")}`],
    ...seconds === undefined ? [] : [`${seconds} s after it was added`],
  ]
  if (limits.length === 0) return "It lasts until it is switched off."
  return `It ends ${limits.join(", ")}, or when it is switched off.`
}

function met({ hits, events, last, clients = [] }) {
  const programs = clients.map(({ userAgent, hits }) => `${userAgent || "unknown"} (${hits})`).join(", ")
  return `So far applied to ${counted(hits, "request")}${events ? ` with ${counted(events, "event")}` : ""}`
    + `${last ? `, the last at ${clock(last)} UTC` : ""}${programs ? `, from ${programs}` : ""}.`
}

/** A fault, as the intake lists it, in sentences. */
export function inWords(fault) {
  const late = fault.delay && fault.kind !== "delay" ? `, ${fault.delay} s late` : ""
  return `To ${whom(fault)}, the intake ${deed(fault)}${late}. ${end(fault)} ${met(fault)}`
}
