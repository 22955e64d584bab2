// @ts-check
// The heads of the columns, where these are managed: each has a menu, is dragged to another place or by its edge to
// another width, and is moved with Shift and an arrow. The last one adds a column.

import { button, cut, element, replace, visible } from "/console/elements.js"
import { menuButton } from "/console/menu.js"

/** @typedef {import("./view.js").View} View */

const narrowest = 60
const step = 60
const fixed = ["time", "status"]
// The pointer moves a little when a button is pressed.
const leastDrag = 6

export class Headers {
  element = element("div", { className: "head", role: "rowgroup" })
  #row = element("div", { role: "row", className: "row", "aria-rowindex": "1" })
  #box
  #change
  #add
  #view = /** @type {View | null} */ (null)

  /**
   * `box` has the width of the columns as `--columns`; `change(parts)` changes the view; `add()` asks for a field.
   * @param {HTMLElement} box
   * @param {(parts: Partial<View>) => void} change
   * @param {() => void} add
   */
  constructor(box, change, add) {
    this.#box = box
    this.#change = change
    this.#add = element("span", { role: "columnheader", className: "add" },
      button("+", add, { "aria-label": "Add a column", title: "Add a column", "data-key": "+" }))
    this.element.append(this.#row)
  }

  show(/** @type {View} */ view) {
    this.#view = view
    this.#setWidths(view.widths)
    replace(this.#row, ...fixed.map(name => this.#head(name, -1)),
      ...view.columns.map((name, place) => this.#head(name, place)), this.#add)
  }

  #setWidths(/** @type {number[]} */ widths) {
    const { columns } = /** @type {View} */ (this.#view)
    const shared = (/** @type {string} */ name) => name === "reason" ? "minmax(10rem, 3fr)" : "minmax(6rem, 1fr)"
    const tracks = columns.map((name, place) => widths[place] ? `${widths[place]}px` : shared(name))
    this.#box.style.setProperty("--columns", [...tracks, "2rem"].join(" "))
  }

  // MARK: - A head

  #head(/** @type {string} */ name, /** @type {number} */ place) {
    const shown = visible(cut(name, 100))
    const opened = menuButton(shown, () => this.#items(name, place),
      { title: shown, "data-key": name, "aria-label": `Column ${shown}` })
    const head = element("span", { role: "columnheader", "aria-sort": this.#order(name) },
      opened, ...place < 0 ? [] : [this.#edge(place)])
    if (place >= 0) this.#makeMovable(opened, head, place)
    return head
  }

  #order(/** @type {string} */ name) {
    const { sort } = /** @type {View} */ (this.#view)
    if (!sort) return name === "time" ? "descending" : "none"
    return { [name]: "ascending", [`-${name}`]: "descending" }[sort] ?? "none"
  }

  /** @returns {import("./menu.js").Item[]} */
  #items(/** @type {string} */ name, /** @type {number} */ place) {
    const { columns, sort, widths } = /** @type {View} */ (this.#view)
    const sorting = name === "time" ? [
      { text: "Newest first, live", isOn: !sort, action: () => this.#change({ sort: "" }) },
    ] : [
      { text: "Sort ascending", isOn: sort === name, action: () => this.#change({ sort: sort === name ? "" : name }) },
      {
        text: "Sort descending", isOn: sort === `-${name}`,
        action: () => this.#change({ sort: sort === `-${name}` ? "" : `-${name}` }),
      },
    ]
    if (place < 0) return sorting
    return [
      ...sorting,
      { text: "Move left", isDisabled: place === 0, action: () => this.#move(place, -1) },
      { text: "Move right", isDisabled: place === columns.length - 1, action: () => this.#move(place, 1) },
      { text: "Wider", action: () => this.#widen(place, step) },
      { text: "Narrower", action: () => this.#widen(place, -step) },
      { text: "Share the width", isDisabled: !widths[place], action: () => this.#setWidth(place, 0) },
      { text: "Remove", action: () => this.#remove(place) },
    ]
  }

  // MARK: - Changes

  #move(/** @type {number} */ place, /** @type {number} */ by) {
    const { columns, widths } = /** @type {View} */ (this.#view)
    this.#change({ columns: moved(columns, place, place + by), widths: moved(widths, place, place + by) })
  }

  #remove(/** @type {number} */ place) {
    const { columns, widths } = /** @type {View} */ (this.#view)
    const others = (/** @type {unknown} */ _, /** @type {number} */ other) => other !== place
    const next = columns[place + 1] ?? columns[place - 1] ?? "+"
    this.#change({ columns: columns.filter(others), widths: widths.filter(others) })
    this.#focus(next)
  }

  #widen(/** @type {number} */ place, /** @type {number} */ by) {
    this.#setWidth(place, this.#widthOf(place) + by)
  }

  #setWidth(/** @type {number} */ place, /** @type {number} */ width) {
    const { widths } = /** @type {View} */ (this.#view)
    const wanted = width ? Math.max(narrowest, Math.round(width)) : 0
    this.#change({ widths: widths.map((own, other) => other === place ? wanted : own) })
  }

  #widthOf(/** @type {number} */ place) {
    return this.#row.children[place + fixed.length].getBoundingClientRect().width
  }

  #focus(/** @type {string} */ name) {
    const heads = /** @type {HTMLElement[]} */ ([...this.#row.querySelectorAll("[data-key]")])
    heads.find(head => head.dataset.key === name)?.focus()
  }

  // MARK: - Dragging

  /** The edge of a column, which is dragged; the menu has the same for the keyboard. */
  #edge(/** @type {number} */ place) {
    const edge = element("span", { className: "edge", "aria-hidden": "true" })
    let [start, width] = [0, 0]
    const wanted = (/** @type {PointerEvent} */ event) => Math.max(narrowest, width + event.clientX - start)
    edge.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      [start, width] = [event.clientX, this.#widthOf(place)]
      edge.setPointerCapture(event.pointerId)
      event.preventDefault()
    })
    edge.addEventListener("pointermove", event => {
      if (!edge.hasPointerCapture(event.pointerId)) return
      const { widths } = /** @type {View} */ (this.#view)
      this.#setWidths(widths.map((own, other) => other === place ? wanted(event) : own))
    })
    edge.addEventListener("pointerup", event => { this.#setWidth(place, wanted(event)) })
    return edge
  }

  #makeMovable(/** @type {HTMLElement} */ opened, /** @type {HTMLElement} */ head, /** @type {number} */ place) {
    let start = 0
    let isDragged = false
    opened.addEventListener("keydown", event => {
      const by = event.shiftKey && { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      const { columns } = /** @type {View} */ (this.#view)
      if (!by || !columns[place + by]) return
      event.preventDefault()
      this.#move(place, by)
    })
    opened.addEventListener("pointerdown", event => { [start, isDragged] = [event.clientX, false] })
    opened.addEventListener("pointermove", event => {
      if (!(event.buttons & 1) || !isDragged && Math.abs(event.clientX - start) < leastDrag) return
      if (!isDragged) opened.setPointerCapture(event.pointerId)
      isDragged = true
      head.classList.add("dragged")
      head.style.transform = `translateX(${event.clientX - start}px)`
    })
    opened.addEventListener("pointerup", event => {
      if (!isDragged) return
      head.classList.remove("dragged")
      head.style.transform = ""
      const target = this.#placeAt(event.clientX)
      if (target !== place) this.#move(place, target - place)
    })
    // The pointer goes up over the button: that is no click.
    opened.addEventListener("click", event => { if (isDragged) event.stopImmediatePropagation() }, { capture: true })
  }

  /** The place of the column at an abscissa, or of the one that is the nearest. */
  #placeAt(/** @type {number} */ x) {
    const { columns } = /** @type {View} */ (this.#view)
    const ends = columns.map((_, place) => this.#row.children[place + fixed.length].getBoundingClientRect().right)
    const place = ends.findIndex(end => x < end)
    return place < 0 ? columns.length - 1 : place
  }
}

/**
 * A list with the element at one place moved to another.
 * @template Value
 * @param {Value[]} list @param {number} from @param {number} to
 */
export function moved(list, from, to) {
  const copy = [...list]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
