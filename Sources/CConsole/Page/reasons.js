// Why an event may not be in the list: what the intake knows of its stream and its client, and what follows from it.

import { ask, get, has } from "/console/api.js"
import { client, read, sampling } from "/console/configuration.js"
import { counted } from "/console/elements.js"
import { about, verdict } from "/console/explanation.js"
import { inWords } from "/console/faultwords.js"
import { clock, term } from "/console/fields.js"

/** What the ledger of a client names, beside sampling and curation, for an event that was never sent. */
const drops = [
  ["unknownStream", "the client has no configuration of the stream"], ["consentDeclined", "the user has declined"],
  ["invalid", "the event breaks its schema at the client already"], ["emptyAction", "the action is empty"],
  ["throttled", "a limit of the remote configuration"], ["rejectedInvalid", "this intake rejected it"],
]

/** What the intake knows about the events of a stream, and about the one of a `POST /explain` if there is one. */
export async function facts(stream, question) {
  const id = question && about(question).client
  const [configuration, counts, { faults }, explanation, heard, canExplain] = await Promise.all([
    read(stream), get("/counts"), get("/v1/faults"), question ? ask("/explain", question) : undefined,
    id ? newest(id) : undefined, has("/explain"),
  ])
  const { accepted = 0, invalid = 0, error = 0 } = counts.streams[stream] ?? {}
  const others = configuration || accepted ? [] : Object.keys(await get("/v1/stream-configs"))
    .filter(name => isSimilar(name, stream))
  return {
    stream, configuration, accepted, rejected: invalid + error, others, explanation, id, heard, canExplain,
    faults: faults.filter(fault => !fault.stream || fault.stream.includes(stream)),
  }
}

/** What was heard of a client; null without any event. */
async function newest(id) {
  if (!await has("/clients")) return undefined
  return (await get("/clients", { q: JSON.stringify(id) })).clients[0] ?? null
}

/** Names of which one has the last part of the other. */
function isSimilar(name, stream) {
  const last = text => text.split(".").at(-1)
  return stream !== "" && (last(name).includes(last(stream)) || last(stream).includes(last(name)))
}

/**
 * The reasons that an event may have not to be in the list, the likeliest first: `title`, `text`, and `q` for a filter
 * that shows its events, `isExplained` for what the stages of the explanation say, or `code` that looks further.
 */
export function reasons(known) {
  const { explanation, configuration } = known
  if (!explanation) {
    return [...atIntake(known), ...configuration ? [...atClient(known), neverSent(known)] : [unknown(known)]]
  }
  const { title, text } = verdict(explanation, configuration)
  const rest = explanation.reason === "unknownStream" ? similar(known) : ""
  const explained = { title, text: text + rest, isExplained: true }
  return explanation.outcome === "sent" ? [...atIntake(known), neverSent(known), explained]
    : [explained, ...atIntake(known)]
}

/** What an active fault keeps from arriving, and what has arrived. */
function atIntake({ stream, accepted, rejected, faults }) {
  const events = term("stream", stream)
  return [
    ...faults.map(fault => ({
      title: "Refused by a fault", text: inWords(fault),
      hint: "“Switch off”, under Faults above the list, ends it. A client tries again later.",
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

function unknown(known) {
  return {
    title: "Unknown stream",
    text: `${known.stream} is not configured here: a client drops its events, the intake rejects them.`
      + similar(known),
  }
}

function similar({ others }) {
  return others.length ? ` Similar names: ${others.slice(0, 5).join(", ")}.` : ""
}

/** What a client may do with an event of which nothing is known but its stream. */
function atClient({ stream, configuration, canExplain }) {
  const { rate, unit, rules } = client(configuration)
  const command = `eventctl explain ${quoted(stream)} --stream-configs ${location.origin}`
  const more = (what, option) => canExplain
    ? { hint: `Give the ${what}, and the answer is certain.` } : { code: `${command}${option}` }
  return [
    ...rate < 1 ? [{
      title: "Sampled out", text: sampling({ rate, unit }), ...more(`id of the ${unit}`, unit ? ` --${unit} ID` : ""),
    }] : [],
    ...rules.length ? [{
      title: "Curated",
      text: `A client sends an event only if ${rules.join(", and ")}. An attribute that has no value fails.`,
      ...more("attributes", " --attributes FILE.json"),
    }] : [],
  ]
}

function neverSent({ stream, id, heard }) {
  const meaning = drops.map(([name, meaning]) => `${name}: ${meaning}`).join("; ")
  return {
    title: "Never submitted, or still at the client",
    text: `${heardOf(id, heard, stream)}The client counts what became of each event: submitted, pending, delivered, `
      + `dropped and why (${meaning}). 0 submitted: the call was not reached.`,
    code: `print(client.ledger[${JSON.stringify(stream)}])`,
  }
}

/** What the intake has of a client, as sentences; empty when no client is given. */
export function heardOf(id, heard, stream) {
  if (heard === undefined) return ""
  if (heard === null) {
    return `No event with ${id} has arrived: does the app send to ${location.origin}, and is it online? `
  }
  const own = heard.streams.find(found => found.stream === stream)
  const gap = own?.missing ? `By their sequence numbers the intake lacks ${counted(own.missing, "event")}. ` : ""
  const count = own?.events ?? 0
  return `${id} was last heard at ${clock(heard.last)} UTC, `
    + `and has ${counted(count, "event")} of this stream here. ${gap}`
}

/** A word as a shell reads it. */
function quoted(word) {
  return /^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
