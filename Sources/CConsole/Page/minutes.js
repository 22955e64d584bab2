// @ts-check
// The bars of the minutes above the list. One minute can be chosen: with a click on its bar, or in a list, which also
// serves the keyboard and a screen reader.

import { byMinute, draw, drawing, hour, words } from "/console/bars.js"
import { element } from "/console/elements.js"

/** @typedef {import("./arrived.js").Arrived} Arrived */

export class Minutes {
  #text
  #arrived
  #drawing = drawing()
  #list
  /** @type {string | null} */
  #chosen = null
  // The clock of the intake, which may differ from that of the browser.
  #ahead = 0

  /**
   * `choose(minute)` is called with a minute, such as `2026-01-31T12:00Z`, or null for all.
   * @param {HTMLElement} box
   * @param {HTMLElement} text
   * @param {HTMLSelectElement} list
   * @param {Arrived} arrived
   * @param {(minute: string | null) => void} choose
   */
  constructor(box, text, list, arrived, choose) {
    this.#text = text
    this.#list = list
    this.#arrived = arrived
    list.addEventListener("change", () => choose(list.value || null))
    this.#drawing.addEventListener("click", event => {
      const { left, width } = this.#drawing.getBoundingClientRect()
      const shown = hour(this.#now)
      const minute = shown[Math.floor((event.clientX - left) / width * shown.length)]
      if (this.#counts.has(minute)) choose(minute === this.#chosen ? null : minute)
    })
    box.prepend(this.#drawing)
    arrived.watch({
      tally: () => {
        if (arrived.tally) this.#ahead = Date.parse(arrived.tally.now) - Date.now()
        this.#draw()
      },
    })
    setInterval(() => this.#draw(), 10_000)
  }

  /** The minute whose events are shown; null for all. */
  set chosen(/** @type {string | null} */ minute) {
    this.#chosen = minute
    this.#draw()
  }

  get #now() { return Date.now() + this.#ahead }

  get #counts() { return byMinute(this.#arrived.tally?.minutes ?? []) }

  #draw() {
    const counts = this.#counts
    const text = draw(this.#drawing, counts, this.#chosen, this.#now)
    this.#text.textContent = this.#arrived.tally ? text : "counting …"
    this.#drawList(hour(this.#now).filter(minute => counts.has(minute)).reverse(), counts)
  }

  #drawList(/** @type {string[]} */ filled, /** @type {Map<string, import("./bars.js").Counts>} */ counts) {
    const list = this.#list
    // While a person chooses, the choices stay.
    const isChosen = document.activeElement === list && list.value === (this.#chosen ?? "")
    if (isChosen && list.options.length > filled.length) return
    const isOld = this.#chosen !== null && !filled.includes(this.#chosen)
    const choices = (isOld ? [...filled, this.#chosen ?? ""] : filled)
      .map(minute => element("option", { value: minute }, words(minute, counts.get(minute))))
    list.replaceChildren(element("option", { value: "" }, "every minute"), ...choices)
    list.value = this.#chosen ?? ""
  }
}
