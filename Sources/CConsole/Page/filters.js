// @ts-check
// Filters that people keep by name, in a file beside the streams. A menu has them, and the lines that add another.

import { get, has } from "/console/api.js"
import { copying, counted, cut, element, redraw, visible } from "/console/elements.js"
import { repeat } from "/console/live.js"
import { menuButton } from "/console/menu.js"

/**
 * @typedef {{ name: string, query: string, description?: string, default?: boolean }} NamedFilter
 * @typedef {{ file: string | null, filters: NamedFilter[], error?: string | null, problems?: string[] }} File
 */

const maximumText = 200
const maximumProblem = 1000

/** The lines of the file that keep a filter. A JSON text is a text of YAML too. */
export function lines(/** @type {string} */ name, /** @type {string} */ q) {
  return `- name: ${JSON.stringify(name)}\n  query: ${JSON.stringify(q)}\n`
}

/** The menu of the filters, as the file is edited, and what is wrong with that. It is hidden if there is no file. */
export class NamedFilters {
  element = element("span", { className: "pair", hidden: true })
  #file = /** @type {File} */ ({ file: null, filters: [] })
  #mistakes = element("div", { role: "alert" })
  #keeping
  #apply
  #current

  /**
   * `apply(q)` is called with a chosen filter, `current()` returns the one that is applied; `keeping` is the dialog
   * for its lines.
   * @param {HTMLDialogElement} keeping
   * @param {(q: string) => void} apply
   * @param {() => string} current
   */
  constructor(keeping, apply, current) {
    this.#keeping = keeping
    this.#apply = apply
    this.#current = current
    this.element.append(menuButton("Filters by name", () => this.#items()), this.#mistakes)
    let last = ""
    repeat(async () => {
      // The state of the connection is shown already.
      const found = await read().catch(() => null)
      if (!found?.file) return false
      this.#file = found
      redraw(this.#mistakes, [found.error, found.problems], () => folded(found.file ?? "", mistakesOf(found)))
      this.element.hidden = false
      const isNew = JSON.stringify(found) !== last
      last = JSON.stringify(found)
      return isNew
    }, { longest: 10_000 })
  }

  /** @returns {import("./menu.js").Item[]} */
  #items() {
    const { file, filters } = this.#file
    return [
      ...filters.length ? [] : [{ text: `none in ${file}`, isDisabled: true, action: () => {} }],
      ...filters.map(({ name, query, description, default: isOn }) => ({
        text: `${visible(cut(name, maximumText))}${isOn ? " (on by default)" : ""}`, title: description,
        action: () => this.#apply(query),
      })),
      { text: "Keep this filter …", action: () => this.#keep() },
    ]
  }

  /** Shows the lines that keep the applied filter. */
  #keep() {
    const file = this.#file.file ?? ""
    const name = element("input", { id: "filter-name", type: "text", autocomplete: "off", placeholder: "name" })
    const shown = element("pre", { tabIndex: 0, role: "region", "aria-label": `Lines for ${file}` })
    const text = () => lines(name.value.trim() || "A name", this.#current())
    const draw = () => { shown.textContent = text() }
    name.addEventListener("input", draw)
    this.#keeping.replaceChildren(element("h2", { id: "keeping-title" }, "Keep this filter"),
      element("p", {}, `Add these lines to ${file}, beside the folder of streams.`),
      element("div", { className: "bar" }, element("label", { for: "filter-name" }, "Name"), name,
        copying("Copy", text)), shown, element("form", { method: "dialog" }, element("button", {}, "Close")))
    draw()
    this.#keeping.showModal()
    name.focus()
  }
}

/** @returns {Promise<File>} */
async function read() {
  return await has("/filters") ? await get("/filters") : { file: null, filters: [] }
}

/** The filter that applies until a person writes another one: those of the file that are on by default. */
export async function usualFilter() {
  const { filters } = await read().catch(() => ({ filters: [] }))  // The state of the connection is shown already.
  return filters.filter(filter => filter.default).map(({ query }) => query).join(" ")
}

/** What is wrong with the file, each with its place. */
export function mistakesOf(/** @type {Partial<File>} */ { error = null, problems = [] }) {
  return [...error === null ? [] : [`${error} The filters are those from before.`], ...problems]
}

/** One line that opens: a file with many mistakes leaves the list its room. */
function folded(/** @type {string} */ file, /** @type {string[]} */ mistakes) {
  const texts = mistakes.map(text => element("p", {}, visible(cut(text, maximumProblem))))
  return texts.length ? [element("details", {},
    element("summary", { className: "note" }, `${counted(texts.length, "mistake")} in ${file}`), ...texts)] : []
}
