// @ts-check
// An event beside one that is pasted, or beside the expectation of a test.

import { areExactlySame, differences, pairsOf, show } from "/console/compare.js"
import { element, messageOf, noteOfUnseen } from "/console/elements.js"
import { isSameNumber, parse } from "/console/json.js"

/** @typedef {import("/console/json.js").Value} Value */
/** @typedef {import("/console/compare.js").Pair} Pair */

const token = new RegExp(String.raw`\s*("(?:[^"\\\n]|\\.)*"|(?:\bJSONValue)?\.null\b|nil\b|true\b|false\b`
  + String.raw`|-?0[xob][0-9a-fA-F_]+\b|-?\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][-+]?\d[\d_]*)?(?![\w.])|[[\]:,()!]`
  + String.raw`|(?:\bJSONValue)?\.(?:string|number|bool|array|object)\(|\bJSONNumber\(\s*literal\s*:)`, "y")
const whole = /^-?0[xob]/
/** @type {Record<string, string>} */
const escapes = { n: "\n", r: "\r", t: "\t", 0: "\0", "\\": "\\", '"': '"', "'": "'" }

/** @typedef {{ value: Value, isCode: boolean }} Wanted a value, and whether it is written in Swift */

/**
 * The value that a text has: JSON, or the dictionary of Swift in a call of `expectEvent`, with its stream.
 * @param {string} text
 * @returns {Wanted}
 */
export function pasted(text) {
  if (/^[{"]|^(?:null|true|false|-?\d[\d.eE+-]*)$/.test(text.trim())) {
    return { value: parse(text.trim()), isCode: false }
  }
  const place = text.indexOf("[")
  const swift = place < 0 ? "" : new Literal(text, place).read()
  if (swift !== "[]" && !swift.startsWith("{")) {
    throw new Error("Paste an event as JSON, or the expectation of a test: expectEvent(stream: …, [\"action\": …]).")
  }
  const stream = /\bstream:\s*("(?:[^"\\\n]|\\.)*")/.exec(text.slice(0, place))?.[1]
  const properties = swift === "[]" ? "{}" : swift
  const value = parse(properties)
  if (!stream || value.at("meta")) return { value, isCode: true }
  const meta = `"meta":{"stream":${quoted(stream)}}`
  return { value: parse(value.isEmpty ? `{${meta}}` : `{${meta},${properties.slice(1)}`), isCode: true }
}

/** A literal of Swift that begins at a place of a text. Each method returns JSON. */
class Literal {
  #text
  #place
  /** @param {string} text  @param {number} place */
  constructor(text, place) {
    this.#text = text
    this.#place = place
  }

  /** @returns {string} */
  read() {
    const word = this.#next()
    if (word.startsWith('"')) return quoted(word)
    if (word === "[") return this.#elements()
    if (word === "true" || word === "false") return word
    if (word === "nil" || word.endsWith(".null")) return "null"
    if (word.startsWith("JSONNumber")) return this.#number()
    if (word.endsWith("(")) return this.#end(this.read(), ")")
    if (!/^-?\d/.test(word)) throw new Error(`“${word}” is not expected there.`)
    const digits = word.replaceAll("_", "")
    // Swift allows zeros before a number.
    return whole.test(word) ? integer(digits) : digits.replace(/^(-?)0+(?=\d)/, "$1")
  }

  /** The text of `JSONNumber(literal: "1e400")!`, for numbers that no literal of Swift has. */
  #number() {
    const text = JSON.parse(quoted(this.#next()))
    if (parse(text).kind !== "number") throw new Error(`“${text}” is no number.`)
    this.#read(")")
    this.#reads("!")
    return text.trim()
  }

  /** A list, or a dictionary, whose bracket has been read. */
  #elements() {
    if (this.#reads("]")) return "[]"
    if (this.#reads(":")) return this.#end("{}", "]")
    const first = this.read()
    return this.#reads(":") ? this.#dictionary(first) : this.#list(first)
  }

  /** @param {string} first */
  #list(first) {
    const values = [first]
    while (this.#reads(",") && this.#peek() !== "]") values.push(this.read())
    return this.#end(`[${values.join()}]`, "]")
  }

  /** @param {string} first */
  #dictionary(first) {
    const pairs = [`${first}:${this.read()}`]
    while (this.#reads(",") && this.#peek() !== "]") {
      const name = this.read()
      this.#read(":")
      pairs.push(`${name}:${this.read()}`)
    }
    return this.#end(`{${pairs.join()}}`, "]")
  }

  /** @param {string} json  @param {string} bracket */
  #end(json, bracket) {
    this.#read(bracket)
    return json
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

  /** @param {string} word */
  #reads(word) {
    if (this.#peek() !== word) return false
    this.#next()
    return true
  }

  /** @param {string} word */
  #read(word) {
    if (this.#reads(word)) return
    throw new Error(`“${word}” is missing before “${this.#text.slice(this.#place, this.#place + 20)}”.`)
  }
}

/** @param {string} text a whole number of another base */
function integer(text) {
  return text.startsWith("-") ? `-${BigInt(text.slice(1))}` : String(BigInt(text))
}

/**
 * A string of Swift as JSON.
 * @param {string} literal
 */
function quoted(literal) {
  return JSON.stringify(literal.slice(1, -1).replace(/\\(?:u\{([0-9a-fA-F]{1,8})\}|(.))/g, (escape, code, letter) => {
    if (code) return String.fromCodePoint(parseInt(code, 16))
    if (!Object.hasOwn(escapes, letter)) throw new Error(`“${escape}” has no value here: write the text itself.`)
    return escapes[letter]
  }))
}

/**
 * The values that are wanted of an event, beside its own. What an object has in addition does not matter, except in a
 * list, which is wanted as a whole.
 * @param {Value} event
 * @param {Value} wanted
 * @returns {Generator<Pair | undefined>}
 */
function* wantedOf(event, wanted) {
  for (const pair of pairsOf(event, wanted)) {
    const list = pair?.path.findIndex(step => typeof step === "number") ?? -1
    if (!pair || pair.there || list >= 0 && wanted.at(...pair.path.slice(0, list))) yield pair
  }
}

/**
 * Whether an expectation is met. It compares numbers by value: 1.0 is 1.
 * @param {Pair} pair
 */
function isMet(pair) {
  const { here, there } = pair
  if (here?.kind === "number" && there?.kind === "number") return isSameNumber(here.text, there.text)
  return areExactlySame(pair)
}

/**
 * The fields that an event has otherwise than wanted, and how many it has so.
 * @param {Value} event
 * @param {Wanted} wanted
 * @param {(count: number) => boolean} [report]
 */
export function unmet(event, { value, isCode }, report) {
  return differences(wantedOf(event, value), isCode ? isMet : areExactlySame, report)
}

// What was pasted last, for the events that are opened afterwards.
let last = ""

/**
 * A form that compares an event with what is pasted.
 * @param {Received} received
 */
export function comparing(received) {
  const text = element("textarea", { rows: "5", spellcheck: "false", required: true })
  const answer = element("div", { role: "status" })
  text.value = last
  const form = element("form", {}, element("label", {}, "The event as JSON, or the expectation of a test", text),
    noteOfUnseen(text).note, element("button", { type: "submit" }, "Compare"), answer)
  form.addEventListener("submit", async event => {
    event.preventDefault()
    last = text.value
    try {
      const wanted = pasted(text.value)
      await show(answer, report => unmet(received.event, wanted, report), `event ${received.position}`, "pasted")
    } catch (error) {
      answer.textContent = messageOf(error)
    }
  })
  const summary = element("summary", {}, "Compare with a pasted event or expectation")
  return element("details", { className: "pasted" }, summary, form)
}
