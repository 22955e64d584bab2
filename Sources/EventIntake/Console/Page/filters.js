// Filters that people keep by name, in a file beside the streams. The page shows them, and the lines that add another.

import { get, has } from "/console/api.js"
import { button, cut, element, visible } from "/console/elements.js"

const maximumText = 200

/** The lines of the file that keep a filter. A JSON text is a text of YAML too. */
export function lines(name, q) {
  return `- name: ${JSON.stringify(name)}\n  query: ${JSON.stringify(q)}\n`
}

/**
 * Shows the filters in an element, which stays hidden where the intake has no such file. `apply(q)` is called with a
 * chosen filter, `current()` returns the one that is applied.
 */
export async function showNamedFilters(box, apply, current) {
  if (!await has("/filters")) return
  const { file } = await get("/filters")
  if (file === null) return
  const list = element("select", { id: "named" })
  const read = async () => {
    const { filters } = await get("/filters")
    const choices = filters.map(({ name, query, description }) => element("option",
      { value: query, ...description ? { title: description } : {} }, visible(cut(name, maximumText))))
    list.replaceChildren(element("option", { value: "" }, filters.length ? "choose …" : `none in ${file}`), ...choices)
  }
  // The file may have been edited.
  list.addEventListener("focus", () => read().catch(() => {}))  // The state of the connection is shown already.
  list.addEventListener("change", () => {
    if (list.value) apply(list.value)
    list.value = ""
  })
  box.append(element("label", { for: "named" }, "Filters by name"), list, keeping(file, current))
  await read()
  box.hidden = false
}

/** A form with the lines that keep the applied filter. */
function keeping(file, current) {
  const name = element("input", { id: "filter-name", type: "text", autocomplete: "off", placeholder: "name" })
  const shown = element("pre", { tabIndex: 0, role: "region", "aria-label": `Lines for ${file}` })
  const text = () => lines(name.value.trim() || "A name", current())
  const draw = () => { shown.textContent = text() }
  const copy = button("Copy", async () => {
    await navigator.clipboard.writeText(text())
    copy.textContent = "Copied"
  })
  name.addEventListener("input", () => {
    draw()
    copy.textContent = "Copy"
  })
  const made = element("details", {}, element("summary", {}, "Keep this filter"),
    element("p", {}, `Add these lines to ${file}, beside the folder of streams.`),
    element("div", { className: "bar" }, element("label", { for: "filter-name" }, "Name"), name, copy), shown)
  made.addEventListener("toggle", draw)
  return made
}
