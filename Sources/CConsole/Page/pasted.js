// An event beside one that is pasted, or beside the expectation of a test.

import { differences, table } from "/console/compare.js"
import { element } from "/console/elements.js"

const token = /\s*("(?:[^"\\]|\\.)*"|\.null\b|nil\b|true\b|false\b|-?\d[\w.]*|[[\]:,])/y
const escapes = { n: "\n", r: "\r", t: "\t", 0: "\0" }

/** The object that a text has: JSON, or the dictionary of Swift in a call of `expectEvent`, with its stream. */
export function pasted(text) {
  if (text.trim().startsWith("{")) return JSON.parse(text)
  const place = text.indexOf("[")
  const value = place < 0 ? undefined : new Literal(text, place).value()
  if (value === undefined || Array.isArray(value) && value.length) {
    throw new Error("Paste an event as JSON, or the expectation of a test: expectEvent(stream: …, [\"action\": …]).")
  }
  const stream = /\bstream:\s*("(?:[^"\\]|\\.)*")/.exec(text.slice(0, place))?.[1]
  return { ...stream ? { meta: { stream: string(stream) } } : {}, ...value }
}

/** A literal of Swift that begins at a place of a text. */
class Literal {
  #text
  #place
  constructor(text, place) { [this.#text, this.#place] = [text, place] }

  value() {
    const word = this.#next()
    if (word.startsWith('"')) return string(word)
    if (word === "[") return this.#elements()
    if (word === "true" || word === "false") return word === "true"
    if (word === ".null" || word === "nil") return null
    const number = Number(word.replaceAll("_", ""))
    if (Number.isNaN(number)) throw new Error(`“${word}” is not expected there.`)
    return number
  }

  /** A list, or a dictionary, whose bracket has been read. */
  #elements() {
    if (this.#reads("]")) return []
    if (this.#reads(":")) return this.#end({})
    const first = this.value()
    return this.#reads(":") ? this.#dictionary(first) : this.#list(first)
  }

  #list(first) {
    const values = [first]
    while (this.#reads(",") && this.#peek() !== "]") values.push(this.value())
    return this.#end(values)
  }

  #dictionary(first) {
    const pairs = [[first, this.value()]]
    while (this.#reads(",") && this.#peek() !== "]") {
      const name = this.value()
      this.#read(":")
      pairs.push([name, this.value()])
    }
    return this.#end(Object.fromEntries(pairs))
  }

  #end(value) {
    this.#read("]")
    return value
  }

  #peek() {
    token.lastIndex = this.#place
    return token.exec(this.#text)?.[1]
  }

  #next() {
    const word = this.#peek()
    const rest = this.#text.slice(this.#place).trim().slice(0, 20)
    if (!word) throw new Error(rest ? `“${rest}” is no literal of JSON in Swift.` : "A bracket is missing.")
    this.#place = token.lastIndex
    return word
  }

  #reads(word) {
    if (this.#peek() !== word) return false
    this.#next()
    return true
  }

  #read(word) {
    if (this.#reads(word)) return
    throw new Error(`“${word}” is missing before “${this.#text.slice(this.#place, this.#place + 20)}”.`)
  }
}

function string(quoted) {
  return quoted.slice(1, -1).replace(/\\(?:u\{([0-9a-fA-F]+)\}|(.))/g, (_, code, letter) =>
    code ? String.fromCodePoint(parseInt(code, 16)) : escapes[letter] ?? letter)
}

/** The fields of `wanted` that an event has otherwise, and how many it has so. */
export function unmet(event, wanted) {
  const { different, equal } = differences(event, wanted)
  return { different: different.filter(({ there }) => there !== undefined), equal }
}

// What was pasted last, for the events that are opened afterwards.
let last = ""

/** A form that compares an event with what is pasted. */
export function comparing(received) {
  const text = element("textarea", { rows: "5", spellcheck: "false", required: true })
  const answer = element("div", { role: "status" })
  const form = element("form", {}, element("label", {}, "The event as JSON, or the expectation of a test", text),
    element("button", { type: "submit" }, "Compare"), answer)
  text.value = last
  form.addEventListener("submit", event => {
    event.preventDefault()
    last = text.value
    try {
      const { different, equal } = unmet(received.event, pasted(text.value))
      answer.replaceChildren(...table(different, equal, `event ${received.position}`, "pasted"))
    } catch (error) {
      answer.textContent = error.message
    }
  })
  const summary = element("summary", {}, "Compare with a pasted event or expectation")
  return element("details", { className: "pasted" }, summary, form)
}
