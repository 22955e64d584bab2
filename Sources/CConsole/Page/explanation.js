// @ts-check
// What a client would do with an event of a stream, stage by stage. The intake decides it, with the client's own rules.

import { client, rule, sampling } from "/console/configuration.js"
import { cut, element, messageOf, visible } from "/console/elements.js"
import { parse } from "/console/json.js"
import { rejection } from "/console/rejection.js"

const maximumText = 1000
const titles = new Map([
  ["outOfSample", "Sampled out"], ["curated", "Curated"], ["unknownStream", "Unknown stream"], ["invalid", "Invalid"],
  ["consentDeclined", "The user has declined"],
])
const outcomes = new Map(Object.entries({
  passes: "passes", dropped: "dropped here", waits: "waits here", undecided: "cannot be decided",
}))
const unreached = new Map(Object.entries({
  passes: "would pass", dropped: "would be dropped", waits: "would wait", undecided: "cannot be decided",
}))
const perhapsTitles = new Map([["sampling", "Perhaps sampled out"], ["curation", "Perhaps curated"]])
const units = new Map([
  ["session", "the session id"], ["device", "the app install id"], ["pageview", "the page view id"],
])

/** Where an event has the id of its client. */
const idPaths = [["agent", "app_install_id"], ["performer", "session_id"]]

/**
 * The body of `POST /explain` for what a person gives: a stream, identifiers, and JSON, which is an event if it has
 * `meta` or `$schema`, or else attributes. Null when nothing is known of the event but its stream.
 * @param {{ stream: string, json: string } & Identifiers} given
 */
export function question({ stream, json, ...identifiers }) {
  /** @type {Question} */
  const known = Object.fromEntries(Object.entries(identifiers).filter(([, id]) => id))
  if (json) {
    const value = parsed(json)
    known[value.at("meta") || value.at("$schema") ? "event" : "attributes"] = value
  }
  if (Object.keys(known).length === 0) return null
  return stream ? { stream, ...known } : known
}

function parsed(/** @type {string} */ json) {
  let value
  try {
    value = parse(json)
  } catch (error) {
    throw new Error(`The event, or its attributes, is not JSON: ${messageOf(error)}`)
  }
  if (value.kind !== "object") throw new Error("The event, or its attributes, must be an object of JSON.")
  return value
}

/** The stream of an event as JSON; undefined for attributes, and for what is no JSON yet. */
export function streamOf(/** @type {string} */ json) {
  try {
    return parsed(json).at("meta", "stream")?.string
  } catch {
    return undefined
  }
}

/** The stream, and the id of the client, that a question is about; undefined where it has none. */
export function about(/** @type {Question} */ { stream, device, session, pageview, event, attributes }) {
  const body = event ?? attributes
  const ids = idPaths.map(path => body?.at(...path)?.string)
  return {
    stream: stream ?? event?.at("meta", "stream")?.string,
    client: [device, session, pageview, ...ids].find(id => id),
  }
}

/** @typedef {Pick<Explanation, "outcome" | "reason" | "stages">} Explained */

/**
 * What becomes of the event, as a title and a sentence. The rules of curation are those of a configuration.
 * @param {Explained} explanation
 * @param {Configuration | null | undefined} configuration
 */
export function verdict({ outcome, reason, stages }, configuration) {
  const deciding = stages.find(stage => stage.outcome === outcome)
  if (outcome === "sent") return { title: "A client would send it", text: "Each stage lets the event pass." }
  const title = outcome === "waits" ? "It waits at the client" : titles.get(reason ?? "") ?? `Dropped: ${reason}`
  // A rule about what was not given fails as well; it is no reason beside one about a value.
  const all = failed(deciding)
  const known = all.filter(({ value, removed }) => value !== null || removed)
  const broken = (known.length ? known : all).map(({ attribute, operator, value, removed }) =>
    `${rule(configuration, attribute, operator)}: ${removed ?? had(value)}`)
  return { title, text: broken.length ? `A rule fails: ${broken.join("; ")}.` : sentence(deciding?.why ?? "") }
}

/**
 * The verdict of the first stage that drops the event for certain, or makes it wait; undefined without one. A stage
 * before it may be undecided: then the event gets no further all the same.
 * @param {Explained} explanation
 * @param {Configuration | null | undefined} configuration
 */
export function certainVerdict({ outcome, reason, stages }, configuration) {
  if (outcome === "dropped" || outcome === "waits") return verdict({ outcome, reason, stages }, configuration)
  const dropping = stages.find(stage => stage.outcome === "dropped")
  return dropping && verdict({ outcome: "dropped", reason: dropping.reason, stages: [dropping] }, configuration)
}

/**
 * What cannot be decided, each as a title and a sentence that says what to give.
 * @param {Pick<Explanation, "stages">} explanation
 * @param {Configuration | null | undefined} configuration
 */
export function undecided({ stages }, configuration) {
  return stages.filter(stage => stage.outcome === "undecided").map(stage => ({
    title: perhapsTitles.get(stage.stage) ?? "Cannot be decided",
    text: `Cannot be decided: give ${wanted(stage)}. ${deciders(stage, configuration)}`,
  }))
}

/** What an undecided stage has to be given, in words. */
export function wanted(/** @type {Pick<Stage, "unknown">} */ { unknown = [] }) {
  return unknown.map(name => units.get(name) ?? name).join(", ")
}

/** @param {Stage} stage  @param {Configuration | null | undefined} configuration */
function deciders(stage, configuration) {
  const rules = failed(stage).map(({ attribute, operator }) => rule(configuration, attribute, operator))
  if (rules.length) return `A client sends an event only if ${rules.join(", and ")}.`
  return stage.stage === "sampling" && configuration ? sampling(client(configuration)) : sentence(stage.why)
}

function failed(/** @type {Stage | undefined} */ stage) {
  return (stage?.rules ?? []).filter(({ holds }) => !holds)
}

function had(/** @type {Json} */ value) {
  return value === null ? "the event has no value" : `the event has ${JSON.stringify(value)}`
}

function sentence(/** @type {string} */ text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`
}

/**
 * What a stage does with the event, or would do if the event got there; `end` is the outcome of the explanation.
 * @param {Pick<Stage, "outcome" | "reached">} stage
 * @param {Explanation["outcome"]} end
 */
export function outcomeOf({ outcome, reached }, end) {
  if (reached) return outcomes.get(outcome) ?? outcome
  return `${end === "undecided" ? "if reached" : "not reached"}, ${unreached.get(outcome) ?? outcome}`
}

/**
 * Shows the stages of an explanation, and the findings of the intake about the event, if there is one.
 * @param {Explanation} explanation
 * @param {ExactEvent | undefined} event
 */
export function shownExplanation({ outcome, stages, remarks, sampled, intake, stream }, event) {
  const item = (/** @type {Stage} */ stage) => element("li", { className: stage.reached ? stage.outcome : "unreached" },
    element("strong", {}, `${stage.stage}: ${outcomeOf(stage, outcome)}`), ` ${visible(cut(stage.why, maximumText))}`)
  return element("div", {}, ...event && intake ? findings(intake, stream, event) : [],
    ...sampled ? [element("p", {}, visible(cut(`In sample: ${sampled}`, maximumText)))] : [],
    element("ol", { className: "stages" }, ...stages.map(item)),
    ...remarks.map(remark => element("p", { className: "note" }, visible(cut(remark, maximumText)))))
}

/** @param {NonNullable<Explanation["intake"]>} intake  @param {string} stream  @param {ExactEvent} event */
function findings({ status, context }, stream, event) {
  if (status === "accepted") return []
  const schema = event.at("$schema")?.string ?? null
  return [rejection({ valid: false, status, context, stream, schema }, "What the intake finds")]
}
