// What a client would do with an event of a stream, stage by stage. The intake decides it, with the client's own rules.

import { rule } from "/console/configuration.js"
import { cut, element, visible } from "/console/elements.js"
import { rejection } from "/console/rejection.js"

const maximumText = 1000
const titles = {
  outOfSample: "Sampled out", curated: "Curated", unknownStream: "Unknown stream", invalid: "Invalid",
  consentDeclined: "The user has declined",
}
const outcomes = { passes: "passes", dropped: "dropped here", waits: "waits here" }
const unreached = { passes: "would pass", dropped: "would be dropped", waits: "would wait" }

/**
 * The body of `POST /explain` for what a person gives: a stream, identifiers, and JSON, which is an event if it has
 * `meta` or `$schema`, or else attributes. Null when nothing is known of the event but its stream.
 */
export function question({ stream, json, ...identifiers }) {
  const known = Object.fromEntries(Object.entries(identifiers).filter(([, id]) => id))
  if (json) {
    const value = parsed(json)
    known["meta" in value || "$schema" in value ? "event" : "attributes"] = value
  }
  if (Object.keys(known).length === 0) return null
  return stream ? { stream, ...known } : known
}

function parsed(json) {
  let value
  try {
    value = JSON.parse(json)
  } catch (error) {
    throw new Error(`The event, or its attributes, is not JSON: ${error.message}`)
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    throw new Error("The event, or its attributes, must be an object of JSON.")
  }
  return value
}

/** The stream of an event as JSON; undefined for attributes, and for what is no JSON yet. */
export function streamOf(json) {
  try {
    return parsed(json).meta?.stream
  } catch {
    return undefined
  }
}

/** The stream, and the id of the client, that a question is about; undefined where it has none. */
export function about({ stream, device, session, pageview, event, attributes }) {
  const { agent, performer } = event ?? attributes ?? {}
  return {
    stream: stream ?? event?.meta?.stream,
    client: [device, session, pageview, agent?.app_install_id, performer?.session_id].find(id => id),
  }
}

/** What becomes of the event, as a title and a sentence. The rules of curation are those of a configuration. */
export function verdict({ outcome, reason, stages }, configuration) {
  const deciding = stages.find(stage => stage.outcome === outcome)
  if (outcome === "sent") return { title: "A client would send it", text: "Each stage lets the event pass." }
  const title = outcome === "waits" ? "It waits at the client" : titles[reason] ?? `Dropped: ${reason}`
  const broken = (deciding?.rules ?? []).filter(({ holds }) => !holds).map(({ attribute, operator, value, removed }) =>
    `${rule(configuration, attribute, operator)}: ${removed ?? had(value)}`)
  return { title, text: broken.length ? `A rule fails: ${broken.join("; ")}.` : sentence(deciding?.why ?? "") }
}

function had(value) {
  return value === null ? "the event has no value" : `the event has ${JSON.stringify(value)}`
}

function sentence(text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`
}

/** What a stage does with the event, or would do if the event got there. */
export function outcomeOf({ outcome, reached }) {
  return reached ? outcomes[outcome] ?? outcome : `not reached, ${unreached[outcome] ?? outcome}`
}

/** Shows the stages of an explanation, and the findings of the intake about the event, which may be undefined. */
export function shown({ stages, remarks, audience, intake, stream }, event) {
  const item = stage => element("li", { className: stage.reached ? stage.outcome : "unreached" },
    element("strong", {}, `${stage.stage}: ${outcomeOf(stage)}`), ` ${visible(cut(stage.why, maximumText))}`)
  const isRejected = event && intake && intake.status !== "accepted"
  const findings = isRejected
    ? [rejection({ ...intake, valid: false, stream, schema: event.$schema }, "What the intake finds")] : []
  return element("div", {}, ...findings,
    ...audience ? [element("p", {}, visible(cut(`In sample: ${audience}`, maximumText)))] : [],
    element("ol", { className: "stages" }, ...stages.map(item)),
    ...remarks.map(remark => element("p", { className: "note" }, visible(cut(remark, maximumText)))))
}
