// @ts-check
// Why an event may not be in the list: what the intake knows of its stream and its client, and what follows from it.

import { ask, get, has } from "/console/api.js"
import { placeOf } from "/console/check.js"
import { client, configurationOf, sampling } from "/console/configuration.js"
import { counted, messageOf } from "/console/elements.js"
import { about, certainVerdict, undecided, verdict } from "/console/explanation.js"
import { effect, inWords, title } from "/console/faultwords.js"
import { moment, term } from "/console/fields.js"
import { own } from "/console/foreign.js"
import { accountOf, inWords as counts, reportOf } from "/console/ledger.js"

const maximumFindings = 3
const usualDestination = "eventgate-analytics-external"

/** What the ledger of a client names, beside sampling and curation, for an event that was never sent. */
const drops = [
  ["unknownStream", "the client has no configuration of the stream"], ["consentDeclined", "the user has declined"],
  ["invalid", "the event breaks its schema at the client already"], ["emptyAction", "the action is empty"],
  ["throttled", "a limit of the remote configuration"], ["rejectedInvalid", "this intake rejected it"],
]

/**
 * What the intake knows about the events of a stream, and about the one of a question if there is one.
 * @typedef {object} Facts
 * @property {string} stream
 * @property {string} [id]  of the client
 * @property {Configuration | null} [configuration]  undefined if there is none, null if it could not be read
 * @property {number} accepted
 * @property {number} rejected
 * @property {Explanation} [explanation]
 * @property {Client | null} [heard]  null if no event of the client has arrived
 * @property {Reported} [report]  the newest of the client
 * @property {boolean} canExplain
 * @property {string[]} others  similar names
 * @property {Fault[]} faults
 * @property {CheckFinding[]} [findings]  the errors
 * @property {string[]} [unread]  what could not be read, in words
 */

/**
 * A reason that the event may have not to be in the list, or what to do about it.
 * @typedef {object} Reason
 * @property {string} title
 * @property {string} text
 * @property {string} [q]  a filter that shows its events
 * @property {string} [hint]
 * @property {string} [code]  looks further
 * @property {boolean} [isCertain]  whether nothing else can outweigh it
 * @property {boolean} [isExplained]  whether the stages of the explanation say it
 */

// MARK: - What is known

/**
 * What is known about the events of a stream, and about the one of a `POST /explain` if there is one.
 * @param {string} stream
 * @param {Question | null} question
 * @returns {Promise<Facts>}
 */
export async function facts(stream, question) {
  const id = question ? about(question).client : undefined
  const [known, unread] = await settled({
    configuration: ["The configuration of the stream", configurationOf(stream)],
    counts: ["What has arrived", get("/counts")],
    faults: ["The active faults", get("/v1/faults")],
    findings: ["What the check finds", findings()],
    explanation: ["What a client would do", question ? ask("/explain", question) : undefined],
    seen: ["What was heard of the client", id ? clientsWith(id) : undefined],
    names: ["The names of the streams", get("/v1/stream-configs").then(Object.keys)],
  })
  const configuration = unread.has("configuration") ? null : known.configuration
  const { accepted = 0, invalid = 0, error = 0 } = own(known.counts?.streams ?? {}, stream) ?? {}
  return {
    stream, id, configuration, accepted, rejected: invalid + error,
    explanation: known.explanation, heard: known.seen && (known.seen.clients[0] ?? null),
    report: known.seen && reportOf(known.seen.ledgers, id),
    canExplain: await has("/explain").catch(() => false),
    others: configuration || accepted ? [] : (known.names ?? []).filter(name => isSimilar(name, stream)),
    faults: (known.faults?.faults ?? []).filter(fault => isAbout(fault, stream, configuration)),
    findings: (known.findings ?? []).filter(({ severity }) => severity === "error"),
    unread: [...unread.values()],
  }
}

/**
 * The results by name, and a sentence for each that failed. Throws if all that were asked for failed.
 * @template {Record<string, [words: string, result: unknown]>} Sources
 * @param {Sources} sources
 * @returns {Promise<[known: { [Name in keyof Sources]?: Awaited<Sources[Name][1]> }, unread: Map<string, string>]>}
 */
async function settled(sources) {
  const names = Object.keys(sources)
  const results = await Promise.allSettled(names.map(name => sources[name][1]))
  /** @type {any} */
  const known = {}
  const unread = new Map()
  const errors = []
  for (const [place, result] of results.entries()) {
    const name = names[place]
    if (result.status === "fulfilled") known[name] = result.value
    else {
      unread.set(name, `${sources[name][0]} could not be read: ${messageOf(result.reason)}`)
      errors.push(result.reason)
    }
  }
  if (errors.length && Object.values(known).every(value => value === undefined)) throw errors[0]
  return [known, unread]
}

async function findings() {
  return await has("/findings") ? (await get("/findings")).findings : []
}

/** What was heard of a client. */
async function clientsWith(/** @type {string} */ id) {
  return await has("/clients") ? get("/clients", { q: JSON.stringify(id) }) : undefined
}

/**
 * Names of which one has the last part of the other.
 * @param {string} name
 * @param {string} stream
 */
function isSimilar(name, stream) {
  const last = (/** @type {string} */ text) => text.slice(text.lastIndexOf(".") + 1)
  return stream !== "" && (last(name).includes(last(stream)) || last(stream).includes(last(name)))
}

/**
 * @param {Fault} fault
 * @param {string} stream
 * @param {Configuration | null | undefined} configuration
 */
function isAbout(fault, stream, configuration) {
  if (fault.stream && !fault.stream.includes(stream)) return false
  return !fault.destination || !configuration
    || fault.destination === (configuration.destination_event_service ?? usualDestination)
}

// MARK: - What follows

/**
 * The reasons that an event may have not to be in the list, the likeliest first.
 * @param {Facts} known
 * @returns {Reason[]}
 */
export function reasons(known) {
  const { explanation, unread = [] } = known
  const { about, others } = errors(known)
  const likely = explanation ? explained(known, explanation) : [...atIntake(known), ...withoutExplanation(known)]
  const isCertain = (/** @type {Reason} */ reason) => reason.isCertain ?? false
  return [...about, ...likely.filter(isCertain), ...likely.filter(reason => !isCertain(reason)), ...others,
    ...unread.length ? [{ title: "Not everything could be read", text: unread.join(" ") }] : []]
}

/** @param {Facts} known  @param {Explanation} explanation */
function explained(known, explanation) {
  const certain = certainVerdict(explanation, known.configuration)
  const perhaps = undecided(explanation, known.configuration)
  if (certain) {
    const text = certain.text + (explanation.reason === "unknownStream" ? similar(known) : "")
    return [{ ...certain, text, isExplained: true, isCertain: true }, ...perhaps, ...atIntake(known)]
  }
  const [first, ...further] = perhaps
  return [...atIntake(known), ...explanation.outcome === "undecided"
    ? [{ ...first, isExplained: true }, ...further, neverSent(known)]
    : [neverSent(known), { ...verdict(explanation, known.configuration), isExplained: true }]]
}

function withoutExplanation(/** @type {Facts} */ known) {
  if (known.configuration === undefined) return [unknown(known)]
  return [...known.configuration ? atClient(known, known.configuration) : [], neverSent(known)]
}

/**
 * The errors in the served files: those about the stream or its schema, and all others, which keep its edits from being
 * served too. A stream that is not served may be missing because of any.
 * @param {Facts} known
 */
function errors({ stream, configuration, findings = [] }) {
  const schema = configuration?.schema_title
  const isOwn = (/** @type {CheckFinding} */ finding) =>
    finding.stream === stream || schema && finding.file.includes(`/${schema}/`)
  const mine = findings.filter(isOwn).slice(0, maximumFindings).map(finding => ({
    title: `An error in ${finding.file.split("/").at(-1)}`, text: described([finding]),
    isCertain: configuration === undefined,
  }))
  const rest = findings.filter(finding => !isOwn(finding))
  const others = rest.length ? [{ title: "Errors in other files", text: described(rest) }] : []
  return configuration === undefined && !mine.length ? { about: others, others: [] } : { about: mine, others }
}

function described(/** @type {CheckFinding[]} */ findings) {
  const texts = findings.slice(0, maximumFindings).map(finding =>
    `${placeOf(finding)}: ${finding.problem} ${finding.remedy}`)
  const more = findings.length - texts.length
  return `${texts.join(" ")}${more > 0 ? ` Streams has ${more} more.` : ""}`
    + " Until it is corrected, the intake may serve the files as they were before the edit."
}

/** What an active fault keeps from arriving, and what has arrived. */
function atIntake(/** @type {Facts} */ { stream, accepted, rejected, faults }) {
  const events = term("stream", stream)
  return [
    ...faults.map(fault => ({
      title: title(fault), text: inWords(fault),
      hint: `${effect(fault)} “Switch off”, under Faults above the list, ends it.`,
    })),
    ...rejected ? [{
      title: "Rejected",
      text: `The intake has rejected ${counted(rejected, "event")} of the stream. Each shows its reason.`,
      q: `${events} valid:false`,
    }] : [],
    ...accepted ? [{
      title: "Others of this stream have arrived", text: `The intake has accepted ${counted(accepted, "event")} of it.`,
      q: events,
    }] : [],
  ]
}

function unknown(/** @type {Facts} */ known) {
  return {
    title: "Unknown stream",
    text: `${known.stream} is not configured here: a client drops its events, the intake rejects them.`
      + similar(known),
  }
}

function similar(/** @type {Facts} */ { others }) {
  return others.length ? ` Similar names: ${others.slice(0, 5).join(", ")}.` : ""
}

/**
 * What a client may do with an event of which nothing is known but its stream.
 * @param {Facts} known
 * @param {Configuration} configuration
 */
function atClient({ stream, canExplain }, configuration) {
  const { rate, unit, rules } = client(configuration)
  const command = `eventctl explain ${quoted(stream)} --stream-configs ${location.origin}`
  /** @type {(what: string, option: string) => { hint: string } | { code: string }} */
  const more = (what, option) =>
    canExplain ? { hint: `Give the ${what} to decide it.` } : { code: `${command}${option}` }
  return [
    ...rate < 1 ? [{
      title: "Sampled out", text: sampling({ rate, unit }), ...unit && rate > 0 ? more(`id of the ${unit}`, ` --${unit} ID`) : {},
    }] : [],
    ...rules.length ? [{
      title: "Curated",
      text: `A client sends an event only if ${rules.join(", and ")}. An attribute that has no value fails.`,
      ...more("attributes", " --attributes FILE.json"),
    }] : [],
  ]
}

function neverSent(/** @type {Facts} */ known) {
  const { stream, id, heard, report } = known
  const account = report && accountOf(report, stream)
  if (account) return byLedger(known, account, report.time)
  const meaning = drops.map(([name, meaning]) => `${name}: ${meaning}`).join("; ")
  return {
    title: "Never submitted, or still at the client",
    text: `${heardOf(id, heard, stream)}The client counts what became of each event: submitted, pending, delivered, `
      + `dropped and why (${meaning}). 0 submitted: the call was not reached.`,
    code: `print(client.ledger[${JSON.stringify(stream)}])`,
  }
}

/**
 * What the client has counted of the stream, in place of what it may have.
 * @param {Facts} known
 * @param {Account} account
 * @param {string} time
 */
function byLedger({ stream, id, heard }, account, time) {
  const latest = `At ${moment(time)} UTC by its clock, before its latest request, the client ${id} had counted`
  const isHeld = heard?.streams.some(held => held.stream === stream)
  if (account.submitted === 0 && !isHeld) {
    return {
      title: "Never submitted", isCertain: true,
      text: `${latest} no event of ${stream}: until then the call was not reached.`,
    }
  }
  const meanings = drops.filter(([name]) => Object.hasOwn(account.dropped, name))
    .map(([name, meaning]) => ` ${name}: ${meaning}.`).join("")
  return {
    title: "Dropped by the client, or still there",
    text: `${heard ? heardOf(id, heard, stream) : ""}${latest} of ${stream} ${counts(account)}.${meanings} `
      + "What was submitted later, and what was pending if no other request has arrived, is still at the client.",
  }
}

/**
 * What the intake has of a client, as sentences; empty when no client is given.
 * @param {string | undefined} id
 * @param {Client | null | undefined} heard
 * @param {string} stream
 */
export function heardOf(id, heard, stream) {
  if (heard === undefined) return ""
  if (heard === null) {
    return `No event with ${id} has arrived: does the app send to ${location.origin}, and is it online? `
  }
  const sent = heard.streams.find(found => found.stream === stream)
  const gap = sent?.missing ? `By their sequence numbers the intake lacks ${counted(sent.missing, "event")}. ` : ""
  const count = sent?.events ?? 0
  return `${id} was last heard at ${moment(heard.last)} UTC, `
    + `and has ${counted(count, "event")} of this stream here. ${gap}`
}

/** A word as a shell reads it. */
function quoted(/** @type {string} */ word) {
  return /^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
