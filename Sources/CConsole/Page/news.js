// @ts-check
// What is said of events to who does not look at the list: the tab has the number of rejected ones in its title and is
// red while there are any, and a screen reader hears a sum now and then.

import { counted } from "/console/elements.js"


const pause = 5000
const noIcon = "data:,"
const redIcon = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'>"
  + "<circle cx='1' cy='1' r='1' fill='red'/></svg>"

export class News {
  #spoken
  #rejected = 0
  #page = "Events"
  #unspoken = { events: 0, rejected: 0 }

  /**
   * `spoken` is the element that a screen reader reads when it changes.
   * @param {HTMLElement} spoken
   * @param {import("./arrived.js").Arrived} arrived
   */
  constructor(spoken, arrived) {
    this.#spoken = spoken
    arrived.watch({
      tally: () => {
        if (!arrived.tally) return
        this.#rejected = arrived.tally.rejected
        this.#draw()
      },
      arrive: events => this.#arrive(events),
    })
    setInterval(() => this.#sayNumbers(), pause)
  }

  say(/** @type {string} */ text) {
    this.#spoken.textContent = text
  }

  /** Names the page that is shown in the title. */
  showPage(/** @type {string} */ name) {
    this.#page = name
    this.#draw()
  }

  #draw() {
    document.title = this.#rejected ? `(${this.#rejected} rejected) ${this.#page}` : this.#page
    const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"))
    icon.href = this.#rejected ? redIcon : noIcon
  }

  #arrive(/** @type {Summary[]} */ events) {
    this.#unspoken.events += events.length
    this.#unspoken.rejected += events.filter(({ valid }) => !valid).length
  }

  #sayNumbers() {
    const { events, rejected } = this.#unspoken
    if (!events) return
    this.say(`${counted(events, "new event")}${rejected ? `, ${rejected} of them rejected` : ""}`)
    this.#unspoken = { events: 0, rejected: 0 }
  }
}
