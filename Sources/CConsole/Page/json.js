// @ts-check
// Reads JSON exactly: a value keeps the text it was written with. Numbers have any length and spelling, objects keep
// the order of their members and repeated names, which a JavaScript value cannot.

// That of the intake is 512, to which a page of events adds three.
const maximumDepth = 1000
const escapes = "\"\\/bfnrt"
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const digits = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** @type {Record<string, [string, Kind]>} */
const literals = { t: ["true", "boolean"], f: ["false", "boolean"], n: ["null", "null"] }

/** @typedef {"object" | "array" | "string" | "number" | "boolean" | "null"} Kind */
/** @typedef {[name: string, value: Value, written: string]} Member a name, its value, and the name as it is written */
/** @typedef {(string | number | Repeated)[]} Path names of members, and places of elements, from the outside in */

/** Where a value stands in an object that has its name several times. */
export class Repeated {
  /** @param {string} name  @param {number} count the members of this name before it */
  constructor(name, count) {
    this.name = name
    this.count = count
  }
}

/** A text is not JSON. */
export class JSONError extends Error {
  /** @param {string} text  @param {number} place  @param {string} problem */
  constructor(text, place, problem) {
    const lines = text.slice(0, place).split("\n")
    super(`Line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}: ${problem}.`)
    this.place = place
  }
}

/** @type {{ members: readonly Member[], elements: readonly Value[] }} */
const nothing = { members: [], elements: [] }

/** A value of JSON: a part of a text. */
export class Value {
  #source
  #start
  #end

  /**
   * @param {Kind} kind
   * @param {string} source the text that has the value
   * @param {number} start
   * @param {number} end
   * @param {{ members: readonly Member[], elements: readonly Value[] }} content
   */
  constructor(kind, source, start, end, { members, elements } = nothing) {
    this.kind = kind
    /** The members of an object, in their order; none of another kind. */
    this.members = members
    /** The elements of an array; none of another kind. */
    this.elements = elements
    this.#source = source
    this.#start = start
    this.#end = end
  }

  get start() { return this.#start }
  get end() { return this.#end }

  /** The value as it is written. */
  get text() { return this.#source.slice(this.#start, this.#end) }

  /** The characters of a string; undefined for another kind. */
  get string() { return this.kind === "string" ? unquoted(this.text) : undefined }

  /** Whether there is a value inside. */
  get isEmpty() { return this.members.length + this.elements.length === 0 }

  /**
   * The value at a path; undefined if there is none. Of a repeated name it is the last value, as in JavaScript and at
   * the intake.
   * @param {Path} path
   * @returns {Value | undefined}
   */
  at(...path) {
    /** @type {Value | undefined} */
    let value = this
    for (const step of path) value = value?.child(step)
    return value
  }

  /**
   * @param {string | number | Repeated} step
   * @returns {Value | undefined}
   */
  child(step) {
    if (typeof step === "number") return this.elements[step]
    const [name, place] = typeof step === "string" ? [step, -1] : [step.name, step.count]
    return this.members.filter(member => member[0] === name).at(place)?.[1]
  }
}

/**
 * Reads a text.
 * @param {string} text
 * @returns {Value}
 */
export function parse(text) {
  return new Reader(text).read()
}

/**
 * The value as JavaScript has it: numbers are rounded.
 * @param {Value} value
 */
export function plain(value) {
  return JSON.parse(value.text)
}

/**
 * The JSON of a value of JavaScript; what it has of exact values stands as it was written.
 * @param {any} value
 * @returns {string}
 */
export function written(value) {
  if (value instanceof Value) return value.text
  if (Array.isArray(value)) return `[${value.map(written).join()}]`
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null"
  const members = Object.entries(value).filter(([, part]) => part !== undefined)
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${written(part)}`).join()}}`
}

/**
 * The text with a line for each member and element; names, numbers and strings are as written.
 * @param {Value} value
 */
export function pretty(value) {
  return layout(value).text
}

/**
 * The text with a line for each member and element, and the place in it of another value that the value has.
 * @param {Value} value
 * @param {Value} [part]
 */
export function layout(value, part) {
  /** @type {string[]} */
  const pieces = []
  let [length, start, end] = [0, 0, 0]
  /** @param {string} piece */
  const add = piece => {
    pieces.push(piece)
    length += piece.length
  }
  /** @param {Value} value  @param {string} line the end of a line, and what the next one is indented by */
  const write = (value, line) => {
    if (value === part) start = length
    const brackets = { object: "{}", array: "[]" }[String(value.kind)]
    if (!brackets || value.isEmpty) add(brackets ?? value.text)
    else {
      const inner = `${line}  `
      let before = brackets[0] + inner
      for (const [, member, written] of value.members) {
        add(`${before}${written}: `)
        write(member, inner)
        before = `,${inner}`
      }
      for (const element of value.elements) {
        add(before)
        write(element, inner)
        before = `,${inner}`
      }
      add(line + brackets[1])
    }
    if (value === part) end = length
  }
  write(value, "\n")
  return { text: pieces.join(""), start, end }
}

/**
 * Whether two numbers are equal, however they are written: `1`, `1.0` and `10e-1` are.
 * @param {string} one
 * @param {string} other
 */
export function isSameNumber(one, other) {
  return one === other || normal(one) === normal(other)
}

/**
 * A number in one spelling: its digits without zeros at either end, and the power of ten of the last one.
 * @param {string} text
 */
function normal(text) {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = digits.exec(text) ?? []
  const significant = (whole + fraction).replace(/^0+/, "")
  const trimmed = significant.replace(/0+$/, "")
  if (!trimmed) return "0"
  return `${sign}${trimmed}e${BigInt(exponent) - BigInt(fraction.length - (significant.length - trimmed.length))}`
}

/** @param {string} quoted */
function unquoted(quoted) {
  return quoted.includes("\\") ? String(JSON.parse(quoted)) : quoted.slice(1, -1)
}

/** An object or array that is being read. */
class Open {
  /** @type {Member[]} */
  members = []
  /** @type {Value[]} */
  elements = []
  name = ""
  /** @param {"object" | "array"} kind  @param {number} start */
  constructor(kind, start) {
    this.kind = kind
    this.start = start
  }

  /** @param {Value} value */
  add(value) {
    if (this.kind === "object") this.members.push([unquoted(this.name), value, this.name])
    else this.elements.push(value)
  }
}

/** Reads without recursion: how deep a text is nested is a number, and no matter of the stack. */
class Reader {
  #text
  #place = 0
  /** @type {Open[]} */
  #open = []

  /** @param {string} text */
  constructor(text) { this.#text = text }

  read() {
    for (;;) {
      const value = this.#begin()
      const whole = value && this.#add(value)
      if (!whole) continue
      if (this.#next() !== "") throw this.#error("the text goes on after the value")
      return whole
    }
  }

  /** Reads a scalar or an empty object or array; undefined if others begin, whose first value is the next. */
  #begin() {
    const [first, start] = [this.#next(), this.#place]
    if (first === '"') return new Value("string", this.#text, start, this.#string())
    if (first !== "{" && first !== "[") return this.#scalar(start)
    const kind = first === "{" ? "object" : "array"
    if (this.#open.length === maximumDepth) throw this.#error(`it is nested deeper than ${maximumDepth}`)
    this.#place += 1
    if (this.#next() === (kind === "object" ? "}" : "]")) return new Value(kind, this.#text, start, ++this.#place)
    const open = new Open(kind, start)
    this.#open.push(open)
    if (kind === "object") this.#name(open)
    return undefined
  }

  /** Adds a value to what is open. Returns the whole if it was its last part; undefined if there are more. */
  #add(/** @type {Value} */ value) {
    for (let open = this.#open.at(-1); open; open = this.#open.at(-1)) {
      open.add(value)
      const end = open.kind === "object" ? "}" : "]"
      const next = this.#next()
      if (next !== "," && next !== end) throw this.#error(`“,” or “${end}” is missing`)
      this.#place += 1
      if (next === ",") {
        if (open.kind === "object") this.#name(open)
        return undefined
      }
      this.#open.pop()
      value = new Value(open.kind, this.#text, open.start, this.#place, open)
    }
    return value
  }

  /** Reads the name of a member, and its colon. */
  #name(/** @type {Open} */ open) {
    if (this.#next() !== '"') throw this.#error("a name in quotation marks is missing")
    const start = this.#place
    open.name = this.#text.slice(start, this.#string())
    if (this.#next() !== ":") throw this.#error("“:” is missing")
    this.#place += 1
  }

  #scalar(/** @type {number} */ start) {
    const [word, kind] = literals[this.#text[start] ?? ""] ?? []
    if (word && kind && this.#text.startsWith(word, start)) {
      return new Value(kind, this.#text, start, this.#place += word.length)
    }
    number.lastIndex = start
    if (!number.test(this.#text)) throw this.#error("a value is missing")
    this.#place = number.lastIndex
    return new Value("number", this.#text, start, this.#place)
  }

  /** Reads a string, and returns where it ends. */
  #string() {
    const text = this.#text
    for (let place = this.#place + 1; place < text.length; place += 1) {
      const code = text.charCodeAt(place)
      if (code === 0x22) return this.#place = place + 1
      if (code < 0x20) throw this.#error("a control character must be written with a backslash", place)
      if (code !== 0x5c) continue
      place += 1
      if (text[place] === "u" && /^[0-9a-fA-F]{4}$/.test(text.slice(place + 1, place + 5))) place += 4
      else if (!escapes.includes(text[place] ?? "none")) throw this.#error("the backslash begins no escape", place - 1)
    }
    throw this.#error("the string has no end")
  }

  /** The next character that is not white space; empty at the end. */
  #next() {
    const text = this.#text
    for (;;) {
      const code = text.charCodeAt(this.#place)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
      this.#place += 1
    }
    return text[this.#place] ?? ""
  }

  #error(/** @type {string} */ problem, place = this.#place) {
    return new JSONError(this.#text, place, problem)
  }
}
