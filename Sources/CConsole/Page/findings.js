// @ts-check
// The rejected events by what the intake has found: how many, since when, and the newest of each.

import { button, counted, cut, element, redraw, visible } from "/console/elements.js"
import { moment } from "/console/fields.js"

/** @typedef {import("./arrived.js").Arrived} Arrived */

const shownAtOnce = 50
const names = ["finding", "events", "first (UTC)", "newest (UTC)", ""]

/** Shows the groups in a `details` element. `open(position)` is called with the newest event of one. */
export class Findings {
  #box
  #arrived
  #open
  #content = element("div", { className: "findings", tabIndex: 0, role: "region", "aria-label": "Rejected events" })

  /**
   * @param {HTMLDetailsElement} box
   * @param {Arrived} arrived
   * @param {(position: number) => void} open
   */
  constructor(box, arrived, open) {
    this.#box = box
    this.#arrived = arrived
    this.#open = open
    box.append(this.#content)
    box.addEventListener("toggle", () => this.#draw())
    arrived.watch({ tally: () => this.#draw() })
  }

  #draw() {
    const none = { findings: /** @type {Finding[]} */ ([]), rejected: 0, isComplete: true }
    const { findings, rejected, isComplete } = this.#arrived.tally ?? none
    const summary = /** @type {HTMLElement} */ (this.#box.querySelector("summary"))
    const count = rejected ? `${rejected}, ${counted(findings.length, "finding")}` : "none"
    summary.textContent = `Rejected: ${this.#arrived.tally ? count : "counting …"}`
    summary.className = rejected ? "active" : ""
    if (!this.#box.open) return
    redraw(this.#content, { findings, isComplete }, () => [
      ...isComplete ? [] : [element("p", {}, "Of the newest rejected events.")], this.#table(findings),
      ...findings.length > shownAtOnce ? [element("p", {}, `and ${findings.length - shownAtOnce} more findings`)] : [],
    ])
  }

  #table(/** @type {Finding[]} */ findings) {
    const head = element("tr", {}, ...names.map(name => name ? element("th", { scope: "col" }, name) : element("td")))
    return element("table", {}, element("thead", {}, head),
      element("tbody", {}, ...findings.slice(0, shownAtOnce).map(finding => this.#row(finding))))
  }

  #row(/** @type {Finding} */ { place, message, rule, count, first, last, newest }) {
    const [shownPlace, shownMessage] = [visible(cut(place, 100)), visible(cut(message, 300))]
    return element("tr", {},
      element("th", { scope: "row" }, element("code", {}, shownPlace), ` ${shownMessage} `,
        element("small", {}, visible(cut(rule, 200)))),
      element("td", {}, String(count)), element("td", {}, moment(first)), element("td", {}, moment(last)),
      element("td", {}, button("Open", () => this.#open(newest), {
        "aria-label": `Open the newest event: ${shownPlace} ${shownMessage}`,
        "data-key": `${place}\n${message}\n${rule}`,
      })))
  }
}
