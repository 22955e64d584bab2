// @ts-check
// Completes fields and values in the filter while one types, from the newest events that the intake holds.

import { get } from "/console/api.js"
import { cut, element, visible } from "/console/elements.js"
import { intakeFields, presence, term } from "/console/fields.js"
import { terms } from "/console/terms.js"

const maximumLength = 100
const shownAtOnce = 12
const leastPause = 5000

/** The fields that the newest events have, each with its values. The intake is asked if they are needed. */
export class KnownFields {
  /** @type {Map<string, string[]>} */
  #values = new Map()
  #last = -Infinity
  /** @type {Promise<void>} */
  #reading = Promise.resolve()

  /** Their names, after those were read. */
  async names() {
    await this.refresh()
    return [...this.#values.keys()]
  }

  /** Reads them, unless that was a moment ago. */
  refresh() {
    const now = performance.now()
    if (now - this.#last > leastPause) {
      this.#last = now
      this.#reading = this.#read().catch(() => { this.#last = -Infinity })  // The state is shown already.
    }
    return this.#reading
  }

  async #read() {
    /** @type {{ fields: { name: string, values: string[] }[] }} */
    const { fields } = await get("/counts/fields")
    this.#values = new Map(fields.map(({ name, values }) => [name, values]))
  }

  /**
   * What the last word of a filter can become: fields, or the values of the field that is written.
   * @param {string} word
   */
  completions(word) {
    const [sign, rest] = word.startsWith("-") ? ["-", word.slice(1)] : ["", word]
    const colon = rest.indexOf(":")
    if (colon < 0) {
      if (!rest) return []
      return best([...this.#values.keys()], rest).map(field => ({ text: `${sign}${field}:`, isWhole: false }))
    }
    const field = rest.slice(0, colon)
    return best(this.#values.get(field) ?? [], rest.slice(colon + 1).replace(/^"/, ""))
      .map(value => ({ text: sign + term(field, value), isWhole: true }))
  }
}

/**
 * Of the fields that a filter asks for, those that no event of the intake has.
 * @param {string} filter
 */
export async function missingFields(filter) {
  const asked = fieldsOf(filter).filter(field => !intakeFields.includes(field))
  const found = await Promise.all(asked.map(async field => {
    const page = await get("/events", { q: presence(field), form: "summary", limit: 1 }).catch(() => null)
    return page && page.events.length === 0 ? [field] : []
  }))
  return found.flat()
}

/**
 * The fields that a filter asks for, without those of a term that is negated.
 * @param {string} filter
 */
export function fieldsOf(filter) {
  const fields = terms(filter).map(term => /^([^\s:"-][^\s:"]*):/.exec(term)?.[1] ?? "")
  return [...new Set(fields)].filter(Boolean)
}

/**
 * Those that contain a text, first those that begin with it.
 * @param {string[]} names
 * @param {string} text
 */
function best(names, text) {
  const wanted = text.toLowerCase()
  /** @param {string} name */
  const rank = name => name.toLowerCase().indexOf(wanted)
  return names.filter(name => rank(name) >= 0).sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, shownAtOnce)
}

/**
 * Lets a text field complete its last word: arrows choose, Enter or Tab take what is chosen, Esc closes.
 * @param {HTMLInputElement} field
 * @param {HTMLElement} list
 * @param {KnownFields} known
 */
export function complete(field, list, known) {
  /** @type {ReturnType<KnownFields["completions"]>} */
  let choices = []
  let chosen = -1

  const caret = () => field.selectionStart ?? field.value.length
  const word = () => /(?:[^\s"]|"[^"]*"?)*$/.exec(field.value.slice(0, caret()))?.[0] ?? ""

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

  /** @param {number} place */
  function take(place) {
    const { text, isWhole } = choices[place]
    const end = caret()
    field.setRangeText(text + (isWhole ? " " : ""), end - word().length, end, "end")
    close()
    if (!isWhole) suggest()
  }

  function suggest() {
    choices = known.completions(word())
    chosen = -1
    draw()
  }

  field.addEventListener("focus", () => { known.refresh() })
  field.addEventListener("input", () => {
    suggest()
    known.refresh().then(() => { if (document.activeElement === field && choices.length === 0) suggest() })
  })
  field.addEventListener("blur", close)
  field.addEventListener("keydown", event => {
    if (choices.length === 0) return
    const step = new Map([["ArrowDown", 1], ["ArrowUp", -1]]).get(event.key)
    if (step) {
      chosen = (chosen + step + choices.length) % choices.length
      draw()
    } else if (event.key === "Escape") close()
    else if (chosen >= 0 && (event.key === "Enter" || event.key === "Tab" && !event.shiftKey)) take(chosen)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // Before the field loses its focus.
  list.addEventListener("mousedown", event => {
    event.preventDefault()
    const option = event.target instanceof Element && event.target.closest("li")
    if (option) take(Number(option.dataset.place))
  })
  return close
}
