// What is said of events that arrive, to who does not look at the list: the tab has the number of rejected ones in its
// title and is red while there are any, and a screen reader hears a sum now and then.

import { counted } from "/console/elements.js"

const pause = 5000
const noIcon = "data:,"
const redIcon = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 2'>"
  + "<circle cx='1' cy='1' r='1' fill='red'/></svg>"

export class News {
  #spoken
  #rejected = 0
  #unspoken = { events: 0, rejected: 0 }

  /** `spoken` is the element that a screen reader reads when it changes. */
  constructor(spoken) {
    this.#spoken = spoken
    setInterval(() => this.#sayNumbers(), pause)
  }

  say(text) {
    this.#spoken.textContent = text
  }

  /** Forgets the events that were counted. */
  clear() {
    this.#rejected = 0
  }

  /** Counts events; those that are not new are not spoken of. */
  arrive(events, areNew) {
    const rejected = events.filter(received => !received.valid).length
    this.#rejected += rejected
    document.title = this.#rejected ? `(${this.#rejected} rejected) Events` : "Events"
    document.querySelector("link[rel=icon]").href = this.#rejected ? redIcon : noIcon
    if (!areNew) return
    this.#unspoken.events += events.length
    this.#unspoken.rejected += rejected
  }

  #sayNumbers() {
    const { events, rejected } = this.#unspoken
    if (!events) return
    this.say(`${counted(events, "new event")}${rejected ? `, ${rejected} of them rejected` : ""}`)
    this.#unspoken = { events: 0, rejected: 0 }
  }
}
