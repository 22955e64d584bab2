// Where to look for an event that does not arrive. An intake has the events that reach it; what a client drops before it sends
// is found with `eventctl explain` and in the client's ledger.

import { get } from "/console/api.js"
import { client, read, sampling } from "/console/configuration.js"
import { button, cut, element, visible } from "/console/elements.js"
import { term } from "/console/fields.js"

const maximumText = 300
/** What the ledger of a client names, beside sampling and curation, for an event that was never sent. */
const drops = [
  ["unknownStream", "the client has no configuration of the stream"], ["consentDeclined", "the user has declined"],
  ["invalid", "the event breaks its schema at the client already"], ["emptyAction", "the action is empty"],
  ["throttled", "a limit of the remote configuration"], ["rejectedInvalid", "this intake rejected it"],
]

/** What is known about the events of a stream at the intake. */
export async function facts(stream) {
  const [configuration, counts, { faults }] = await Promise.all([
    read(stream), get("/counts"), get("/v1/faults"),
  ])
  const { accepted = 0, invalid = 0, error = 0 } = counts.streams[stream] ?? {}
  const others = configuration || accepted ? [] : Object.keys(await get("/v1/stream-configs"))
    .filter(name => isSimilar(name, stream))
  return {
    stream, configuration, accepted, rejected: invalid + error, others,
    faults: faults.filter(fault => !fault.stream || fault.stream.includes(stream)),
  }
}

/** Names of which one has the last part of the other. */
function isSimilar(name, stream) {
  const last = text => text.split(".").at(-1)
  return stream !== "" && (last(name).includes(last(stream)) || last(stream).includes(last(name)))
}

/**
 * The reasons that an event may have not to be in the list, the likeliest first: `title`, `text`, and `q` for a filter
 * that shows its events, or `code` that looks further.
 */
export function reasons({ stream, configuration, accepted, rejected, faults, others }) {
  const found = []
  const add = (title, text, more = {}) => found.push({ title, text, ...more })
  const events = term("stream", stream)
  if (rejected) {
    add("Rejected", `${rejected} events of the stream were rejected. Each shows its reason.`,
      { q: `${events} valid:false` })
  }
  if (accepted) add("It has arrived", `${accepted} events of the stream were accepted.`, { q: events })
  if (!configuration) {
    const rest = others.length ? ` Similar names: ${others.slice(0, 5).join(", ")}.` : ""
    add("Unknown stream",
      `${stream} is not configured here: a client drops its events, the intake rejects them.${rest}`)
    return found
  }
  for (const { kind, hits } of faults) {
    add("Refused by a fault",
      `The fault ${kind} is active, and was applied to ${hits} requests. A client tries again later.`)
  }
  const { rate, unit, rules } = client(configuration)
  const explain = `eventctl explain ${quoted(stream)} --stream-configs ${location.origin}`
  if (rate < 1) {
    add("Sampled out", sampling({ rate, unit }), unit ? { code: `${explain} --${unit} ID` } : { code: explain })
  }
  if (rules.length) {
    add("Curated", `A client sends an event only if ${rules.join(", and ")}. An attribute that has no value fails.`,
      { code: `${explain} --attributes FILE.json` })
  }
  add("Never submitted, or still at the client",
    `The client counts what became of each event: submitted, pending, delivered, dropped and why (${
      drops.map(([name, meaning]) => `${name}: ${meaning}`).join("; ")}). 0 submitted: the call was not reached.`,
    { code: `print(client.ledger[${JSON.stringify(stream)}])` })
  return found
}

/** A word as a shell reads it. */
function quoted(word) {
  return /^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** Shows the page in an element. `filter(q)` shows the events that satisfy a filter. */
export class Missing {
  #names = element("datalist", { id: "stream-names" })
  #answer = element("ol", { className: "answers" })
  #state = element("p", { role: "status" })

  constructor(box, filter) {
    const field = element("input", { id: "missing-stream", type: "text", list: "stream-names", autocomplete: "off",
      spellcheck: "false", placeholder: "app.search", required: true })
    const form = element("form", { className: "bar" }, element("label", { for: "missing-stream" }, "Stream"), field,
      this.#names, element("button", { type: "submit" }, "Find the reason"))
    form.addEventListener("submit", event => {
      event.preventDefault()
      this.#find(field.value.trim(), filter)
    })
    box.append(element("h2", {}, "An event does not arrive"),
      element("p", {}, "An intake has only the events that reach it. For others, each answer says where to look."),
      form, this.#state, this.#answer)
  }

  /** Reads the names of the streams, which complete the field. */
  async show() {
    const names = await get("/v1/stream-configs").then(Object.keys, () => [])
    this.#names.replaceChildren(...names.map(name => element("option", { value: name })))
  }

  async #find(stream, filter) {
    this.#state.textContent = "Looking …"
    try {
      const found = reasons(await facts(stream))
      this.#answer.replaceChildren(...found.map(reason => answer(reason, filter)))
      const noun = found.length === 1 ? "reason" : "possible reasons"
      this.#state.textContent = `${found.length} ${noun}, the likeliest first:`
    } catch (error) {
      this.#state.textContent = error.message
    }
  }
}

function answer({ title, text, q, code }, filter) {
  return element("li", {}, element("h3", {}, title), element("p", {}, visible(cut(text, 1000))),
    ...q ? [button("Show them", () => filter(q), { "aria-label": `Show them: ${title}` })] : [],
    ...code ? [element("p", {}, element("code", {}, visible(cut(code, maximumText))))] : [])
}
