// Filters that people keep by name, in a file beside the streams. The page shows them, and the lines that add another.

import { get, has } from "/console/api.js"
import { copying, counted, cut, element, redraw, visible } from "/console/elements.js"
import { repeat } from "/console/live.js"

const maximumText = 200
const maximumProblem = 1000

/** The lines of the file that keep a filter. A JSON text is a text of YAML too. */
export function lines(name, q) {
  return `- name: ${JSON.stringify(name)}\n  query: ${JSON.stringify(q)}\n`
}

/**
 * Shows the filters in an element, as the file is edited, and what is wrong with it. The element stays hidden where the
 * intake has no such file. `apply(q)` is called with a chosen filter, `current()` returns the one that is applied.
 */
export function showNamedFilters(box, apply, current) {
  const list = element("select", { id: "named" })
  const mistakes = element("div", { role: "alert" })
  const kept = element("div")
  box.append(element("label", { for: "named" }, "Filters by name"), list, kept, mistakes)
  const readNow = repeat(async () => {
    // The state of the connection is shown already.
    const found = await read().catch(() => ({ file: null }))
    if (found.file === null) return
    redraw(list, found.filters, () => choices(found))
    redraw(mistakes, [found.error, found.problems], () => folded(found.file, mistakesOf(found)))
    redraw(kept, found.file, () => [keeping(found.file, current)])
    box.hidden = false
  })
  list.addEventListener("focus", readNow)
  list.addEventListener("change", () => {
    if (list.value) apply(list.value)
    list.value = ""
  })
}

async function read() {
  return await has("/filters") ? await get("/filters") : { file: null }
}

/** The filter that applies until a person writes another one: those of the file that are on by default. */
export async function usualFilter() {
  const { filters = [] } = await read().catch(() => ({}))  // The state of the connection is shown already.
  return filters.filter(filter => filter.default).map(({ query }) => query).join(" ")
}

function choices({ file, filters }) {
  return [
    element("option", { value: "" }, filters.length ? "choose …" : `none in ${file}`),
    ...filters.map(({ name, query, description, default: isOn }) => element("option",
      { value: query, ...description ? { title: description } : {} },
      `${visible(cut(name, maximumText))}${isOn ? " (on by default)" : ""}`)),
  ]
}

/** What is wrong with the file, each with its place. */
export function mistakesOf({ error = null, problems = [] }) {
  return [...error === null ? [] : [`${error} The filters are those from before.`], ...problems]
}

/** One line that opens: a file with many mistakes leaves the list its room. */
function folded(file, mistakes) {
  const texts = mistakes.map(text => element("p", {}, visible(cut(text, maximumProblem))))
  return texts.length ? [element("details", {},
    element("summary", { className: "note" }, `${counted(texts.length, "mistake")} in ${file}`), ...texts)] : []
}

/** A form with the lines that keep the applied filter. */
function keeping(file, current) {
  const name = element("input", { id: "filter-name", type: "text", autocomplete: "off", placeholder: "name" })
  const shown = element("pre", { tabIndex: 0, role: "region", "aria-label": `Lines for ${file}` })
  const text = () => lines(name.value.trim() || "A name", current())
  const draw = () => { shown.textContent = text() }
  name.addEventListener("input", draw)
  const made = element("details", {}, element("summary", {}, "Keep this filter"),
    element("p", {}, `Add these lines to ${file}, beside the folder of streams.`),
    element("div", { className: "bar" }, element("label", { for: "filter-name" }, "Name"), name,
      copying("Copy", text)), shown)
  made.addEventListener("toggle", draw)
  return made
}
