// @ts-check
// The opened event beside the list: the edge between them is dragged, or moved with the arrows. In a narrow window the
// event covers the list.

import { keep, setting } from "/console/settings.js"

const [least, most, usual, step] = [20, 80, 45, 5]
const narrow = matchMedia("(max-width: 50rem)")

export class Pane {
  #box
  #list
  #edge
  #isOpen = false

  /**
   * `list` is beside the pane, `edge` between them.
   * @param {HTMLElement} box @param {HTMLElement} list @param {HTMLElement} edge
   */
  constructor(box, list, edge) {
    this.#box = box
    this.#list = list
    this.#edge = edge
    this.#resize(setting("pane", usual))
    edge.addEventListener("keydown", event => {
      const by = { ArrowLeft: step, ArrowRight: -step }[event.key]
      if (!by) return
      event.preventDefault()
      this.#resize(setting("pane", usual) + by)
    })
    edge.addEventListener("pointerdown", event => {
      edge.setPointerCapture(event.pointerId)
      event.preventDefault()
    })
    edge.addEventListener("pointermove", event => {
      if (!edge.hasPointerCapture(event.pointerId)) return
      const { left, width } = /** @type {HTMLElement} */ (box.parentElement).getBoundingClientRect()
      this.#resize((left + width - event.clientX) / width * 100)
    })
    narrow.addEventListener("change", () => this.#cover())
  }

  /** Shows or hides the pane. Where it covers the list it takes the focus. */
  show(/** @type {boolean} */ isOpen) {
    const isNew = isOpen && !this.#isOpen
    this.#isOpen = isOpen
    this.#box.hidden = this.#edge.hidden = !isOpen
    this.#cover()
    if (isNew && narrow.matches) this.#box.focus()
  }

  #cover() {
    this.#list.inert = this.#isOpen && narrow.matches
  }

  #resize(/** @type {number} */ percent) {
    const width = Math.round(Math.min(Math.max(percent, least), most))
    this.#box.style.setProperty("--pane", `${width}%`)
    this.#edge.setAttribute("aria-valuenow", String(width))
    keep("pane", width)
  }
}
