// The fields that are columns: each can be removed, moved or widened, and any field that was seen can be added.

import { button, cut, element, visible } from "/console/elements.js"

/** Shows the columns in an element, some of which are wide. `change({ columns, wide })` is called with what is new. */
export function showColumns(box, { columns, wide }, seen, change) {
  const chips = columns.map((field, place) => {
    const name = visible(cut(field, 60))
    const left = button("←", () => change({ columns: moved(columns, place) }),
      { "aria-label": `Move ${name} to the left` })
    left.disabled = place === 0
    const others = names => names.filter(other => other !== field)
    const isWide = wide.includes(field)
    return element("span", { className: "chip" }, left, name,
      button("↔", () => change({ wide: isWide ? others(wide) : [...wide, field] }),
        { "aria-label": `Widen column ${name}`, "aria-pressed": String(isWide) }),
      button("×", () => change({ columns: others(columns) }), { "aria-label": `Remove column ${name}` }))
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
    if (field && !field.includes(",") && !columns.includes(field)) change({ columns: [...columns, field] })
  })
  box.replaceChildren(...chips, form)
}

/** The columns, with the one at a place one to the left. */
export function moved(columns, place) {
  const copy = [...columns]
  copy.splice(place - 1, 0, ...copy.splice(place, 1))
  return copy
}
