// @ts-check
// The configuration of a stream: who is sampled, as a picture, what is collected, and curation in words.

import { get } from "/console/api.js"
import { cut, element, visible } from "/console/elements.js"
import { at, isObject, own, textAt } from "/console/foreign.js"

const maximumText = 300
const maximumJSON = 50_000
const operators = new Map(Object.entries({
  equals: "is", not_equals: "is not", in: "is one of", not_in: "is none of", greater_than: "is greater than",
  less_than: "is less than", greater_than_or_equals: "is at least", less_than_or_equals: "is at most",
  contains: "contains", does_not_contain: "does not contain", contains_all: "contains all of",
  contains_any: "contains one of",
}))

/**
 * The configuration of a stream; undefined when the intake has none.
 * @param {string} stream
 * @returns {Promise<Configuration | undefined>}
 */
export async function configurationOf(stream) {
  return own(await get(`/v1/stream-configs/${encodeURIComponent(stream)}`), stream)
}

/**
 * What a client does with the stream's events before it sends any.
 * @param {Configuration} configuration
 * @returns {Treatment}
 */
export function client(configuration) {
  const settings = configuration.producers?.metrics_platform_client ?? {}
  // PHP writes a map that was emptied as a list, and empties others by null.
  const sample = [configuration.sample, settings.sampling].find(block => JSON.stringify(block ?? []) !== "[]")
  const rate = at(sample, "rate")
  return {
    // A block that cannot be read has nobody in sample.
    rate: sample === undefined ? 1 : typeof rate === "number" ? Math.min(Math.max(rate, 0), 1) : 0,
    unit: textAt(sample, "unit") ?? textAt(sample, "identifier"),
    values: settings.provide_values ?? [],
    rules: Object.entries(settings.curation ?? {}).flatMap(([attribute, conditions]) =>
      operatorsOf(conditions).map(operator => rule(configuration, attribute, operator))),
  }
}

/** The operators of the conditions on an attribute, or null for the one that it has a value; none if it is emptied. */
function operatorsOf(/** @type {Json} */ conditions) {
  if (conditions === null) return []
  const names = isObject(conditions) ? Object.keys(conditions) : []
  return names.length ? names : [null]
}

/**
 * A rule of curation in words, such as `page_id is one of 1, 2`.
 * @param {Configuration | null | undefined} configuration
 * @param {string} attribute
 * @param {string | null} operator
 */
export function rule(configuration, attribute, operator) {
  if (operator === null) return `${attribute} has a value`
  const operand = at(configuration?.producers?.metrics_platform_client?.curation ?? undefined, attribute, operator)
  const texts = (Array.isArray(operand) ? operand : [operand]).map(part => JSON.stringify(part) ?? "")
  return `${attribute} ${operators.get(operator) ?? operator} ${texts.join(", ")}`.trim()
}

/** Who is sampled, in words. */
export function sampling(/** @type {Pick<Treatment, "rate" | "unit">} */ { rate, unit }) {
  if (rate === 0) return "No event is collected: the rate is 0."
  if (rate === 1) return unit ? `Every ${unit} is in sample.` : "Every event is collected: nothing is sampled."
  return `${Number((rate * 100).toPrecision(3))} % of ${unit ? `all ${unit}s` : "all units"} are in sample. `
    + `An event of any other ${unit ?? "unit"} never arrives.`
}

/** The share in sample as a bar, and in words. */
export function picture(/** @type {Pick<Treatment, "rate" | "unit">} */ { rate, unit }) {
  const meter = element("meter", { min: "0", max: "1", value: String(rate), "aria-label": "Share in sample" })
  return element("p", {}, meter, ` ${visible(sampling({ rate, unit }))}`)
}

/**
 * Shows the configuration of a stream.
 * @param {Configuration} configuration
 * @param {string} stream
 */
export function shownConfiguration(configuration, stream) {
  const { rate, unit, values, rules } = client(configuration)
  const json = JSON.stringify(configuration, null, 2)
  return element("div", { className: "configuration" },
    element("h4", {}, "Sampling"), picture({ rate, unit }),
    ...listed("Attributes that the client adds", values, "None."),
    ...listed("Curation: an event is sent only if", rules, "No condition: every event in sample is sent."),
    element("details", {}, element("summary", {}, "All settings"), element("pre",
      { tabIndex: 0, role: "region", "aria-label": visible(cut(`All settings of ${stream}`, maximumText)) },
      cut(json, maximumJSON))))
}

/** @param {string} title  @param {string[]} texts  @param {string} none */
function listed(title, texts, none) {
  const items = texts.map(text => element("li", {}, visible(cut(text, maximumText))))
  return [element("h4", {}, title), items.length ? element("ul", {}, ...items) : element("p", {}, none)]
}
