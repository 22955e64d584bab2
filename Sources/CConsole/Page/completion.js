// Completes fields and values in the filter while one types, from the events that have been seen.

import { cut, element, visible } from "/console/elements.js"
import { intakeFields, paths, reason, term, textOf, valueOf } from "/console/fields.js"

const maximumFields = 300
const maximumValues = 100
const maximumLength = 100
const shownAtOnce = 12

/** The fields that events have, each with its values. */
export class SeenFields {
  #values = new Map(intakeFields.map(field => [field, new Set()]))

  add(received) {
    for (const field of intakeFields) if (field !== "reason") this.#add(field, valueOf(received, field))
    if (reason(received)) this.#values.get("reason").add("*")
    for (const [path, value] of paths(received.event, maximumFields)) this.#add(path, value)
  }

  #add(field, value) {
    if (!this.#values.has(field)) {
      if (this.#values.size >= maximumFields || field.length > maximumLength) return
      this.#values.set(field, new Set())
    }
    const values = this.#values.get(field)
    const text = textOf(value)
    if (text && text.length <= maximumLength && values.size < maximumValues) values.add(text)
  }

  /** Of some fields, those that no event had. */
  missing(fields) { return fields.filter(field => !this.#values.has(field)) }

  get names() { return [...this.#values.keys()] }

  /** What the last word of a filter can become: fields, or the values of the field that is written. */
  completions(word) {
    const [sign, rest] = word.startsWith("-") ? ["-", word.slice(1)] : ["", word]
    const colon = rest.indexOf(":")
    if (colon < 0) {
      if (!rest) return []
      return best(this.names, rest).map(field => ({ text: `${sign}${field}:`, isWhole: false }))
    }
    const field = rest.slice(0, colon)
    const values = [...this.#values.get(field) ?? []]
    return best(values, rest.slice(colon + 1).replace(/^"/, ""))
      .map(value => ({ text: sign + term(field, value), isWhole: true }))
  }
}

/** The fields that a filter asks for, without those of a term that is negated. */
export function fieldsOf(filter) {
  const words = filter.match(/(?:[^\s"]|"[^"]*"?)+/g) ?? []
  return words.map(word => /^([^\s:"-][^\s:"]*):/.exec(word)?.[1]).filter(Boolean)
}

/** Those that contain a text, first those that begin with it. */
function best(names, text) {
  const wanted = text.toLowerCase()
  const rank = name => name.toLowerCase().indexOf(wanted)
  return names.filter(name => rank(name) >= 0).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, shownAtOnce)
}

/** Lets a text field complete its last word: arrows choose, Enter or Tab take, Esc closes. */
export function complete(field, list, seen) {
  let choices = []
  let chosen = -1

  const word = () => /(?:[^\s"]|"[^"]*"?)*$/.exec(field.value.slice(0, field.selectionStart))[0]

  function close() {
    [choices, chosen] = [[], -1]
    draw()
  }

  function draw() {
    list.hidden = choices.length === 0
    field.setAttribute("aria-expanded", String(!list.hidden))
    list.replaceChildren(...choices.map(({ text }, place) => element("li", {
      role: "option", id: `completion-${place}`, "aria-selected": String(place === chosen),
      "data-place": String(place),
    }, visible(cut(text, 2 * maximumLength)))))
    if (chosen >= 0) field.setAttribute("aria-activedescendant", `completion-${chosen}`)
    else field.removeAttribute("aria-activedescendant")
  }

  function take(place) {
    const { text, isWhole } = choices[place]
    const end = field.selectionStart
    field.setRangeText(text + (isWhole ? " " : ""), end - word().length, end, "end")
    close()
    if (!isWhole) suggest()
  }

  function suggest() {
    choices = seen.completions(word())
    chosen = -1
    draw()
  }

  field.addEventListener("input", suggest)
  field.addEventListener("blur", close)
  field.addEventListener("keydown", event => {
    if (choices.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      chosen = (chosen + step + choices.length) % choices.length
      draw()
    } else if (event.key === "Escape") close()
    else if (event.key === "Tab" && !event.shiftKey) take(Math.max(chosen, 0))
    else if (event.key === "Enter" && chosen >= 0) take(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // Before the field loses its focus.
  list.addEventListener("mousedown", event => {
    event.preventDefault()
    const option = event.target.closest("li")
    if (option) take(Number(option.dataset.place))
  })
  return close
}
