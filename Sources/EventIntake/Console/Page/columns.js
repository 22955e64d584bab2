// The fields that are columns: each can be removed or moved, and any field that was seen can be added.

import { button, cut, element, visible } from "/console/elements.js"

/** Shows the columns in an element. `change(columns)` is called with the new ones. */
export function showColumns(box, columns, seen, change) {
  const chips = columns.map((field, place) => {
    const name = visible(cut(field, 60))
    const left = button("←", () => change(moved(columns, place)), { "aria-label": `Move ${name} to the left` })
    left.disabled = place === 0
    return element("span", { className: "chip" }, left, name,
      button("×", () => change(columns.filter(other => other !== field)), { "aria-label": `Remove column ${name}` }))
  })
  const names = element("datalist", { id: "field-names" })
  const input = element("input", {
    type: "text", id: "add-column", list: "field-names", placeholder: "field", autocomplete: "off", spellcheck: "false",
  })
  input.addEventListener("focus", () => names.replaceChildren(
    ...seen.names.filter(name => !columns.includes(name)).map(name => element("option", { value: name }))))
  const form = element("form", {}, element("label", { for: "add-column" }, "Add column"), input, names,
    element("button", { type: "submit" }, "Add"))
  form.addEventListener("submit", event => {
    event.preventDefault()
    const field = input.value.trim()
    if (field && !field.includes(",") && !columns.includes(field)) change([...columns, field])
  })
  box.replaceChildren(...chips, form)
}

/** The columns, with the one at a place one to the left. */
export function moved(columns, place) {
  const copy = [...columns]
  copy.splice(place - 1, 0, ...copy.splice(place, 1))
  return copy
}
