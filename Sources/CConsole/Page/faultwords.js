// @ts-check
// A fault in words: what it does now, to which clients, until when, which it was applied to, and what a client does.

import { counted } from "/console/elements.js"
import { moment } from "/console/fields.js"

const clients = new Map([
  ["events", "sends events"], ["stream-configs", "asks for stream configurations"], ["schemas", "asks for a schema"],
])
const stored = { before: " and stores none of the events", after: ", although it has stored the events" }

/**
 * What the intake does instead of its regular response.
 * @param {Fault} fault
 */
function deed({ kind, target, status, moment, stream, delay, invalid, error, "retry-after": retryAfter }) {
  const storing = moment ? stored[moment] : ""
  const afterStoring = target === "events" ? stored.after : ""
  switch (kind) {
  case "status":
    return `responds with status ${status}${retryAfter ? ` and Retry-After: ${retryAfter}` : ""}${storing}`
  case "delay": return `responds ${delay} s late`
  case "reset": return `resets the connection instead of a response${storing}`
  case "truncate": return `sends half of its response${afterStoring}`
  case "garbage":
    return `responds with bytes that are no JSON${status ? ` and status ${status}` : ""}${storing}`
  case "mixed":
    return `rejects about ${percent(invalid)} of the events as invalid and ${percent(error)} with an error`
  case "stale": return "sends stream configurations as they were when the fault was added"
  case "broken":
    return stream ? `sends a text in place of the settings of ${stream.join(", ")}` : "sends half of the configurations"
  case "missing": return stream ? `leaves out ${stream.join(", ")}` : "sends no stream"
  default: return `has the fault ${kind}`
  }
}

function percent(share = 0) {
  return `${Number((share * 100).toPrecision(3))} %`
}

function whom(/** @type {Fault} */ { target, stream, destination, probability }) {
  return `every client that ${clients.get(target) ?? target}${stream ? ` of ${stream.join(", ")}` : ""}`
    + `${destination ? ` for ${destination}` : ""}`
    + `${probability === undefined ? "" : `, for about ${percent(probability)} of the requests`}`
}

function end(/** @type {Fault} */ { requests, seconds, hits }) {
  const limits = [
    ...requests === undefined ? [] : [`after ${counted(requests - hits, "more request")}`],
    ...seconds === undefined ? [] : [`${seconds} s after it was added`],
  ]
  if (limits.length === 0) return "It lasts until it is switched off."
  return `It ends ${limits.join(", ")}, or when it is switched off.`
}

function met(/** @type {Fault} */ { hits, events, last, clients = [] }) {
  const programs = clients.map(({ userAgent, hits }) => `${userAgent || "unknown"} (${hits})`).join(", ")
  return `So far applied to ${counted(hits, "request")}${events ? ` with ${counted(events, "event")}` : ""}`
    + `${last ? `, the last at ${moment(last)} UTC` : ""}${programs ? `, from ${programs}` : ""}.`
}

/** A fault, as the intake lists it, in sentences. */
export function inWords(/** @type {Fault} */ fault) {
  const late = fault.delay && fault.kind !== "delay" ? `, ${fault.delay} s late` : ""
  return `To ${whom(fault)}, the intake ${deed(fault)}${late}. ${end(fault)} ${met(fault)}`
}

/** Whether a fault keeps events from being stored. */
function isRefusal(/** @type {Fault} */ { target, kind, moment }) {
  return target === "events" && (kind === "mixed" || kind !== "delay" && moment === "before")
}

/** Why an event may be missing because of a fault, as a title. */
export function title(/** @type {Fault} */ fault) {
  if (fault.target === "stream-configs") return "Stream configurations disturbed by a fault"
  if (fault.target === "schemas") return "Schemas disturbed by a fault"
  return isRefusal(fault) ? "Refused by a fault" : "Disturbed by a fault"
}

/** What a client does because of a fault. */
export function effect(/** @type {Fault} */ fault) {
  switch (fault.target) {
  case "stream-configs": return effectOnConfigurations(fault)
  case "schemas":
    return "An event whose schema a client has to fetch waits in its store, for ten minutes at most, and then goes "
      + "without validation."
  default: return effectOnEvents(fault)
  }
}

function effectOnEvents(/** @type {Fault} */ fault) {
  const { kind, status } = fault
  if (kind === "delay") return "The events are stored; a client waits for the response before it sends more."
  if (kind === "mixed") return "A client drops the invalid ones (rejectedInvalid), and sends those with an error again."
  if (!isRefusal(fault)) return "The events are stored; a client may send them again, and each is then a duplicate."
  const isDelivered = kind === "status" && (status === 201 || status === 202)
  return isDelivered ? "A client takes the events for delivered: they are lost."
    : "A client keeps the events, and sends them again later."
}

function effectOnConfigurations(/** @type {Fault} */ { kind, stream, destination }) {
  switch (stream || destination || kind !== "broken" ? kind : "none") {
  case "broken":
    return "A client cannot read the settings of these streams, and drops their events (streamQuarantined)."
  case "missing": return "A client that asks now drops the events of a stream that is left out (unknownStream)."
  case "stale":
    return "A client does not learn of later edits: it drops events of a stream that is new (unknownStream)."
  default:
    return "A client keeps the configurations that it has. One without any keeps its events in the input buffer, and "
      + "asks again."
  }
}
