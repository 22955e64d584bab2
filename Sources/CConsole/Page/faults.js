// Faults that the intake injects: switches for the usual ones, and a field for any other.

import { change, get } from "/console/api.js"
import { button, cut, element, redraw, visible } from "/console/elements.js"
import { inWords } from "/console/faultwords.js"
import { repeat } from "/console/live.js"

const usual = [
  { name: "503 for events", kind: "status", status: 503, text: "status=503" },
  { name: "Responses 2 s late", kind: "delay", delay: 2, text: "delay=2s" },
  { name: "Connections reset", kind: "reset", moment: "before", text: "reset" },
  { name: "Reset after storing", kind: "reset", moment: "after", text: "reset=after" },
  { name: "Some events rejected", kind: "mixed", text: "mixed" },
  { name: "No stream configurations", kind: "missing", text: "missing" },
]
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
  #faults = []

  constructor(box) {
    this.#summary = box.querySelector("summary")
    const text = element("input", { type: "text", id: "fault", placeholder: "status=429,requests=3,retry-after=2" })
    const form = element("form", {}, element("label", { for: "fault" }, "Another fault"), text,
      element("button", { type: "submit" }, "Add fault"))
    form.addEventListener("submit", event => {
      event.preventDefault()
      this.#do(() => change("POST", "/v1/faults", text.value.trim()))
    })
    for (const fault of usual) this.#switches.append(button(fault.name, () => this.#toggle(fault), { role: "switch" }))
    box.append(this.#switches, form, this.#problem, this.#list)
    this.#read = repeat(() => this.#readNow())
  }

  #matching(wanted) {
    return this.#faults.filter(fault => !limits.some(limit => limit in fault)
      && compared.every(key => !(key in wanted) || wanted[key] === fault[key]))
  }

  #toggle(wanted) {
    const active = this.#matching(wanted)
    this.#do(async () => {
      for (const fault of active) await change("DELETE", `/v1/faults/${fault.id}`)
      if (!active.length) await change("POST", "/v1/faults", wanted.text)
    })
  }

  async #do(action) {
    this.#problem.textContent = ""
    await action().catch(error => { this.#problem.textContent = error.message })
    await this.#read()
  }

  async #readNow() {
    try {
      this.#faults = (await get("/v1/faults")).faults
    } catch {
      return  // The state of the connection is shown already.
    }
    this.#draw()
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

  #item(fault) {
    const off = button("Switch off", () => this.#do(() => change("DELETE", `/v1/faults/${fault.id}`)),
      { "aria-label": `Switch off fault ${visible(fault.id)}`, "data-key": fault.id })
    return element("li", {}, visible(cut(inWords(fault), maximumText)), " ", off)
  }
}
