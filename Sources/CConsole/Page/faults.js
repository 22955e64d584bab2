// @ts-check
// Faults that the intake injects: switches for the usual ones, and a field for any other.

import { changeIntake, get, Refused } from "/console/api.js"
import { button, cut, element, messageOf, redraw, visible } from "/console/elements.js"
import { inWords } from "/console/faultwords.js"
import { repeat } from "/console/live.js"

/** @typedef {Partial<Fault> & { name: string, text: string }} Usual */

/** @type {Usual[]} */
const usual = [
  { name: "503 for events", kind: "status", status: 503, text: "status=503" },
  { name: "Responses 2 s late", kind: "delay", delay: 2, text: "delay=2s" },
  { name: "Connections reset", kind: "reset", moment: "before", text: "reset" },
  { name: "Reset after storing", kind: "reset", moment: "after", text: "reset=after" },
  { name: "Some events rejected", kind: "mixed", text: "mixed" },
  { name: "No stream configurations", kind: "missing", text: "missing" },
]
/** @type {(keyof Fault)[]} */
const compared = ["kind", "status", "delay", "moment"]
const maximumText = 1000
const limits = ["stream", "destination", "requests", "seconds", "probability"]

/** Shows the faults in a `details` element, and how often each was applied. */
export class Faults {
  #summary
  #switches = element("div", { className: "switches" })
  #list = element("ul", {})
  #problem = element("p", { role: "alert" })
  #read
  /** @type {Fault[]} */
  #faults = []
  #isPassing = true

  constructor(/** @type {HTMLElement} */ box) {
    this.#summary = /** @type {HTMLElement} */ (box.querySelector("summary"))
    const text = element("input", { type: "text", id: "fault", placeholder: "status=429,requests=3,retry-after=2" })
    const form = element("form", {}, element("label", { for: "fault" }, "Another fault"), text,
      element("button", { type: "submit" }, "Add fault"))
    form.addEventListener("submit", event => {
      event.preventDefault()
      this.#do(() => changeIntake("POST", "/v1/faults", text.value.trim()))
    })
    for (const fault of usual) this.#switches.append(button(fault.name, () => this.#toggle(fault), { role: "switch" }))
    box.append(this.#switches, form, this.#problem, this.#list)
    this.#read = repeat(() => this.#readNow(), { longest: 10_000 })
  }

  #matching(/** @type {Usual} */ wanted) {
    return this.#faults.filter(fault => !limits.some(limit => limit in fault)
      && compared.every(key => !(key in wanted) || wanted[key] === fault[key]))
  }

  #toggle(/** @type {Usual} */ wanted) {
    const active = this.#matching(wanted)
    this.#do(async () => {
      for (const fault of active) await end(fault)
      // Another console may have switched it on meanwhile.
      this.#faults = (await get("/v1/faults")).faults
      if (!active.length && !this.#matching(wanted).length) await changeIntake("POST", "/v1/faults", wanted.text)
    })
  }

  async #do(/** @type {() => Promise<void>} */ action) {
    this.#say("")
    await action().catch(error => this.#say(messageOf(error), error instanceof Refused))
    await this.#read()
  }

  /** Shows a problem: until the next action if it is about that, else until the intake responds. */
  #say(/** @type {string} */ problem, isAboutAction = false) {
    this.#problem.textContent = problem
    this.#isPassing = !isAboutAction
  }

  /** Whether anything has changed. */
  async #readNow() {
    const last = JSON.stringify(this.#faults)
    try {
      this.#faults = (await get("/v1/faults")).faults
    } catch {
      return false  // The state of the connection is shown already.
    }
    if (this.#isPassing) this.#say("")
    this.#draw()
    return JSON.stringify(this.#faults) !== last
  }

  #draw() {
    const count = this.#faults.length
    this.#summary.textContent = count ? `Faults: ${count} active` : "Faults: none"
    this.#summary.className = count ? "active" : ""
    for (const [place, fault] of usual.entries()) {
      this.#switches.children[place].setAttribute("aria-checked", String(this.#matching(fault).length > 0))
    }
    redraw(this.#list, this.#faults, () => this.#faults.map(fault => this.#item(fault)))
  }

  #item(/** @type {Fault} */ fault) {
    const off = button("Switch off", () => this.#do(() => end(fault)),
      { "aria-label": `Switch off fault ${visible(fault.id)}`, "data-key": fault.id })
    return element("li", {}, visible(cut(inWords(fault), maximumText)), " ", off)
  }
}

/** Removes a fault, which may have ended by itself. */
async function end(/** @type {Fault} */ { id }) {
  await changeIntake("DELETE", `/v1/faults/${id}`).catch(error => { if (error.status !== 404) throw error })
}
