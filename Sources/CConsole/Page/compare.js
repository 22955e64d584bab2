// @ts-check
// Two events, value by value.

import { button, counted, cut, element, visible } from "/console/elements.js"
import { exactText, nameOf, steps } from "/console/fields.js"
import { Repeated } from "/console/json.js"

/** @typedef {import("/console/json.js").Value} Value */
/** @typedef {import("/console/json.js").Path} Path */
/** @typedef {{ path: Path, here?: Value, there?: Value }} Pair two values at a path, one of which may be missing */
/** @typedef {{ different: Pair[], equal: number }} Differences */

const maximumText = 500
const shownAtOnce = 100
// A frame of 60 a second, less the time to draw it.
const slice = 10
const stride = 500

/** The events are no longer to be compared. */
class Unwanted extends Error {}

/**
 * The paths in which two events differ, and how many are equal. It is decided in slices, between which the page
 * responds: `report` is called with the number of values that were compared, and returns whether to go on.
 * @param {Iterable<Pair | undefined>} pairs with undefined where there is nothing to decide yet
 * @param {(pair: Pair) => boolean} areSame
 * @param {(count: number) => boolean} [report]
 * @returns {Promise<Differences>}
 */
export async function differences(pairs, areSame, report = () => true) {
  /** @type {Pair[]} */
  const different = []
  let [count, begin] = [0, performance.now()]
  for (const pair of pairs) {
    if (pair && !areSame(pair)) different.push(pair)
    if (pair) count += 1
    if (performance.now() - begin < slice) continue
    if (!report(count)) throw new Unwanted()
    await pause()
    begin = performance.now()
  }
  return { different, equal: count - different.length }
}

/** Until the page has done what else it has to. */
function pause() {
  return new Promise(resolve => setTimeout(resolve))
}

/**
 * The values of two events, path by path, in the order of the first: what is in one of them only, too. Lists are
 * compared element by element; of a name that an object has twice the first with the first. Within an object that has
 * many members, undefined is yielded now and then.
 * @param {Value} here
 * @param {Value} there
 * @returns {Generator<Pair | undefined>}
 */
export function* pairsOf(here, there) {
  /** @type {Pair[]} */
  const open = [{ path: [], here, there }]
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { path, here, there } = pair
    // A value of another kind differs as a whole.
    const isWhole = here && there && here.kind !== there.kind
    const parts = isWhole ? [] : yield* partsOf(here, there)
    if (parts.length === 0) yield pair
    for (const part of parts.reverse()) open.push({ ...part, path: [...path, ...part.path] })
  }
}

/**
 * @param {Value | undefined} here
 * @param {Value | undefined} there
 * @returns {Generator<undefined, Pair[]>}
 */
function* partsOf(here, there) {
  /** @type {Map<string, Pair>} */
  const pairs = new Map()
  let count = 0
  for (const [step, value] of stepsOf(here)) {
    pairs.set(keyOf(step), { path: [step], here: value })
    if (++count % stride === 0) yield undefined
  }
  for (const [step, value] of stepsOf(there)) {
    const known = pairs.get(keyOf(step))
    if (known) known.there = value
    else pairs.set(keyOf(step), { path: [step], there: value })
    if (++count % stride === 0) yield undefined
  }
  return [...pairs.values()]
}

/**
 * @param {Value | undefined} value
 * @returns {Iterable<[step: string | number | Repeated, value: Value]>}
 */
function stepsOf(value) {
  return value?.kind === "array" ? value.elements.entries() : value ? steps(value) : []
}

/** @param {string | number | Repeated} step */
function keyOf(step) {
  return step instanceof Repeated ? `${step.count} ${step.name}` : typeof step === "number" ? String(step) : ` ${step}`
}

/**
 * Whether two values are the same, as they are written: 1 and 1.0 are not.
 * @param {Pair} pair
 */
export function areExactlySame({ here, there }) {
  if (!here || !there || here.kind !== there.kind) return false
  // Of two objects or lists only empty ones are a pair, however these are written.
  return here.kind === "object" || here.kind === "array" || exactText(here) === exactText(there)
}

/**
 * The first characters in which two strings differ, if one of them is not of ASCII: two texts can look the same.
 * @param {string} here
 * @param {string} there
 */
export function firstDifference(here, there) {
  let place = 0
  while (place < here.length && here[place] === there[place]) place += 1
  // The second half of a surrogate pair belongs to its first.
  if (place && /[\ud800-\udbff]/.test(here[place - 1])) place -= 1
  const codes = [here, there].map(text => text.codePointAt(place))
  if (!codes.some(code => code !== undefined && code > 0x7f)) return undefined
  const [own, other] = codes.map(code =>
    code === undefined ? "the end" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`)
  return `From character ${[...here.slice(0, place)].length + 1} on: ${own}, ${other}.`
}

// MARK: - As elements

/**
 * Shows differences in an element, under the names of the two, as soon as they are known.
 * @param {Element} box
 * @param {(report: (count: number) => boolean) => Promise<Differences>} compare
 * @param {string} here
 * @param {string} there
 */
export async function show(box, compare, here, there) {
  const state = element("p", { role: "status" }, "Comparing …")
  box.replaceChildren(state)
  // The caller puts the element into the page meanwhile.
  await pause()
  try {
    const { different, equal } = await compare(count => {
      state.textContent = `Comparing … ${count} values`
      return state.isConnected
    })
    state.textContent = `${counted(different.length, "different field")}, ${equal} equal.`
    if (different.length) box.append(...table(different, here, there))
  } catch (error) {
    if (!(error instanceof Unwanted)) throw error
  }
}

/**
 * The first differences, and a button for the others.
 * @param {Pair[]} different
 * @param {string} here
 * @param {string} there
 */
function table(different, here, there) {
  const head = element("tr", {}, ...["field", here, there].map(name => element("th", { scope: "col" }, name)))
  const rows = element("table", {}, element("thead", {}, head))
  const shown = element("div", { className: "fields" }, rows)
  let count = 0
  const add = () => rows.append(element("tbody", {}, ...different.slice(count, count += shownAtOnce).map(row)))
  add()
  if (count >= different.length) return [shown]
  const all = button(`Show all ${different.length} differences`, async () => {
    all.remove()
    while (count < different.length && rows.isConnected) {
      add()
      await pause()
    }
  })
  return [shown, all]
}

/** @param {Pair} pair */
function row({ path, here, there }) {
  const [own, other] = [here?.string, there?.string]
  const why = own !== undefined && other !== undefined ? firstDifference(own, other) : undefined
  return element("tr", {},
    element("th", { scope: "row" }, visible(cut(nameOf(path), 300)), ...why ? [element("small", {}, why)] : []),
    cell(here), cell(there))
}

/** @param {Value | undefined} value */
function cell(value) {
  return value ? element("td", {}, element("mark", {}, visible(cut(value.text, maximumText)))) : element("td", {}, "—")
}

/**
 * Shows how an event differs from another one.
 * @param {Received} received
 * @param {Received} other
 */
export function comparison(received, other) {
  const content = element("div")
  /** @param {(count: number) => boolean} report */
  const compare = report => differences(pairsOf(received.event, other.event), areExactlySame, report)
  show(content, compare, `event ${received.position}`, `event ${other.position}`)
  return element("section", { className: "comparison" },
    element("h3", {}, `Compared with event ${other.position}`), content)
}
