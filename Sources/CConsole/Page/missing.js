// @ts-check
// Where to look for an event that does not arrive. A person gives its stream, and what else is known of it.

import { get, has } from "/console/api.js"
import { button, counted, cut, element, messageOf, visible } from "/console/elements.js"
import { about, question, shownExplanation, streamOf, wanted } from "/console/explanation.js"
import { moment } from "/console/fields.js"
import { pretty } from "/console/json.js"
import { eventsOf } from "/console/received.js"
import { facts, reasons } from "/console/reasons.js"

const maximumText = 1000
const maximumClients = 100
const identifiers = { device: "App install id", session: "Session id", pageview: "Page view id" }

/**
 * @typedef {object} Actions
 * @property {(q: string) => void} filter  shows the events that satisfy a filter
 * @property {(stream: string) => void} ask  puts the stream into the address
 */

/** Shows the page in an element. */
export class Missing {
  #actions
  #stream = element("input", { id: "missing-stream", type: "text", list: "stream-names", autocomplete: "off",
    spellcheck: "false", placeholder: "app.search" })
  #names = element("datalist", { id: "stream-names" })
  #given
  #fields
  #json = element("textarea", { id: "missing-json", rows: "4", spellcheck: "false",
    placeholder: '{"performer": {"is_logged_in": true}}' })
  #clients = element("select", { id: "missing-client" })
  #answer = element("ol", { className: "answers" })
  #state = element("p", { role: "status" })

  /** @param {HTMLElement} box  @param {Actions} actions */
  constructor(box, actions) {
    this.#actions = actions
    this.#fields = Object.fromEntries(Object.keys(identifiers).map(name => [name, element("input",
      { id: `missing-${name}`, type: "text", autocomplete: "off", spellcheck: "false" })]))
    this.#given = this.#knowledge()
    const form = element("form", { className: "missing" },
      element("div", { className: "bar" }, label(this.#stream, "Stream"), this.#stream, this.#names),
      this.#given, element("button", { type: "submit" }, "Find the reason"))
    form.addEventListener("submit", event => {
      event.preventDefault()
      this.#find()
    })
    // An event that a person pastes is about its own stream.
    this.#json.addEventListener("input", () => {
      this.#stream.value = streamOf(this.#json.value) ?? this.#stream.value
    })
    this.#clients.addEventListener("change", () => this.#fill(this.#clients.value))
    box.append(element("h2", {}, "An event does not arrive"),
      element("p", {}, "Give its stream, and what you know of it: the more, the more certain the answer."),
      form, this.#state, this.#answer)
  }

  /** Goes to the stream, that of the address if it has one, and reads what can be chosen. */
  async show(/** @type {string | null} */ stream) {
    if (stream) this.#stream.value = stream
    this.#stream.focus()
    await this.#readAbilities()
    const names = await get("/v1/stream-configs").then(Object.keys, () => [])
    this.#names.replaceChildren(...names.map(name => element("option", { value: name })))
    if (!this.#given.hidden) await this.#readClients()
  }

  /** Hides the fields that only an explanation needs if the intake has none. */
  async #readAbilities() {
    const text = "Reading what the intake can do …"
    this.#state.textContent ||= text
    // The state of the connection is shown already.
    const canExplain = await has("/explain").catch(() => undefined)
    this.#given.hidden = canExplain === false
    if (this.#state.textContent === text) this.#state.textContent = ""
  }

  // MARK: - What is known of the event

  #knowledge() {
    const pairs = Object.entries(identifiers).map(([name, text]) =>
      element("span", { className: "pair" }, label(this.#fields[name], text), this.#fields[name]))
    return element("fieldset", {}, element("legend", {}, "The event, as far as you know it"),
      element("span", { className: "pair" }, label(this.#clients, "A client that was seen"), this.#clients),
      element("div", { className: "bar" }, ...pairs),
      label(this.#json, "Its attributes, or all of the event, as JSON"), this.#json)
  }

  async #readClients() {
    const clients = await get("/clients").then(found => found.clients, () => [])
    const choices = clients.filter(seen => seen.client).slice(0, maximumClients).map(seen => {
      const words = [seen.platform, seen.version, seen.client].filter(Boolean).join(" ")
      return element("option", { value: seen.client },
        visible(cut(`${words}, last heard ${moment(seen.last)} UTC`, maximumText)))
    })
    this.#clients.replaceChildren(
      element("option", { value: "" }, choices.length ? "choose …" : "none was seen"), ...choices)
  }

  /** Puts the newest event of a client into the form: it has the ids and the attributes of the next one. */
  async #fill(/** @type {string} */ client) {
    if (!client) return
    this.#state.textContent = "Reading …"
    try {
      const stream = this.#stream.value.trim()
      const q = JSON.stringify(client)
      const received = (stream && await newest({ q, stream })) || await newest({ q })
      for (const field of Object.values(this.#fields)) field.value = ""
      this.#json.value = received ? pretty(received.event) : ""
      this.#state.textContent = received ? "The form has the client's newest event." : "The client's events are gone."
    } catch (error) {
      this.#state.textContent = messageOf(error)
    }
  }

  // MARK: - The answer

  async #find() {
    this.#answer.replaceChildren()
    this.#state.textContent = "Looking …"
    try {
      const ids = Object.fromEntries(Object.entries(this.#fields).map(([name, field]) => [name, field.value.trim()]))
      const asked = this.#given.hidden ? null
        : question({ stream: this.#stream.value.trim(), ...ids, json: this.#json.value.trim() })
      const stream = asked ? about(asked).stream : this.#stream.value.trim()
      if (!stream) throw new Error("Give the stream of the event, or an event that has meta.stream.")
      this.#stream.value = stream
      this.#actions.ask(stream)
      this.#show(await facts(stream, asked), asked?.event)
    } catch (error) {
      this.#state.textContent = messageOf(error)
    }
  }

  /** @param {import("./reasons.js").Facts} known  @param {ExactEvent | undefined} event */
  #show(known, event) {
    const found = reasons(known)
    this.#answer.replaceChildren(...found.map(reason =>
      answer(reason, this.#actions.filter,
        reason.isExplained && known.explanation ? [shownExplanation(known.explanation, event)] : [])))
    this.#state.textContent = heading(found, known.explanation)
  }
}

/** The newest event that parameters choose; undefined if there is none. */
async function newest(/** @type {{ q: string, stream?: string }} */ parameters) {
  const [found] = await eventsOf({ ...parameters, order: "newest", limit: 1 })
  return found
}

/** @param {HTMLElement} field  @param {string} text */
function label(field, text) {
  return element("label", { for: field.id }, text)
}

/**
 * What the reasons are. Of an event that a client would send, the explanation is one of them, and no reason.
 * @param {import("./reasons.js").Reason[]} found
 * @param {Explanation | undefined} explanation
 */
function heading(found, explanation) {
  if (found[0].isCertain) return `The reason is found: ${found[0].title}.`
  const isSent = explanation?.outcome === "sent"
  const count = isSent ? found.length - 1 : found.length
  const reasons = `${counted(count, "possible reason")}${count > 1 ? ", the likeliest first" : ""}:`
  if (isSent) return `A client would send it, as an answer below shows. ${reasons}`
  const unknown = explanation?.outcome === "undecided" ? explanation.stages.filter(stage => stage.unknown) : []
  return unknown.length ? `It cannot be decided yet: give ${unknown.map(wanted).join(", ")}. ${reasons}` : reasons
}

/**
 * @param {import("./reasons.js").Reason} reason
 * @param {(q: string) => void} filter
 * @param {Node[]} further
 */
function answer({ title, text, q, hint, code }, filter, further) {
  return element("li", {}, element("h3", {}, title), element("p", {}, visible(cut(text, maximumText))),
    ...hint ? [element("p", {}, hint)] : [],
    ...q ? [button("Show them", () => filter(q), { "aria-label": `Show them: ${title}` })] : [],
    ...code ? [element("p", {}, element("code", {}, visible(cut(code, maximumText))))] : [], ...further)
}
