// @ts-check
// Numbers of accepted and rejected events a minute in the hour before a time, as bars.

import { moment } from "/console/fields.js"

/** @typedef {{ accepted: number, rejected: number }} Counts */

const minutes = 60
const height = 40
const step = 4
const namespace = "http://www.w3.org/2000/svg"
const none = { accepted: 0, rejected: 0 }

/** The minutes of the hour that ends at a time in milliseconds, such as `2026-01-31T12:00Z`, the oldest first. */
export function hour(now = Date.now()) {
  const last = Math.floor(now / 60_000)
  return Array.from({ length: minutes }, (_, place) =>
    `${new Date((last - minutes + 1 + place) * 60_000).toISOString().slice(0, 16)}Z`)
}

/**
 * The counts of `GET /counts/minutes` by minute.
 * @param {Minute[]} counts
 * @returns {Map<string, Counts>}
 */
export function byMinute(counts) {
  return new Map(counts.map(({ minute, accepted, rejected }) => [minute, { accepted, rejected }]))
}

/** A drawing without bars. */
export function drawing() {
  return shape("svg", { viewBox: `0 0 ${minutes * step} ${height}`, preserveAspectRatio: "none", role: "img" })
}

/**
 * Draws counts by minute, one minute of which may be chosen, in the hour before a time, and returns them in words.
 * @param {SVGElement} box
 * @param {Map<string, Counts>} counts
 * @param {string | null} chosen
 * @param {number} [now]
 */
export function draw(box, counts, chosen = null, now) {
  const shown = hour(now).map(minute => ({ minute, ...counts.get(minute) ?? none }))
  const highest = Math.max(1, ...shown.map(({ accepted, rejected }) => accepted + rejected))
  box.replaceChildren(...shown.flatMap(({ minute, accepted, rejected }, place) => {
    const [low, high] = [accepted, rejected].map(count => count / highest * height)
    const bar = (/** @type {string} */ className, /** @type {number} */ y, /** @type {number} */ tall) =>
      tall > 0 ? [shape("rect", {
        class: minute === chosen ? `${className} chosen` : className, x: place * step, y, width: step - 1, height: tall,
      }, title(words(minute, { accepted, rejected })))] : []
    return [...bar("accepted", height - low, low), ...bar("rejected", height - low - high, high)]
  }))
  const sum = (/** @type {keyof Counts} */ part) => shown.reduce((total, counts) => total + counts[part], 0)
  const text = `${sum("accepted")} accepted, ${sum("rejected")} rejected`
  box.setAttribute("aria-label", `In the last hour ${text}; at most ${highest} a minute`)
  return text
}

/** The counts of a minute, in words. */
export function words(/** @type {string} */ minute, { accepted, rejected } = none) {
  return `${moment(minute)} UTC: ${accepted} accepted, ${rejected} rejected`
}

function title(/** @type {string} */ text) {
  const made = shape("title", {})
  made.textContent = text
  return made
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {...Element} children
 */
function shape(name, attributes, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(namespace, name))
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
