// The configuration of a stream: who is sampled, as a picture, what is collected, and curation in words.

import { get } from "/console/api.js"
import { cut, element, visible } from "/console/elements.js"

const maximumText = 300
const maximumJSON = 50_000
const operators = {
  equals: "is", not_equals: "is not", in: "is one of", not_in: "is none of", greater_than: "is greater than",
  less_than: "is less than", greater_than_or_equals: "is at least", less_than_or_equals: "is at most",
  contains: "contains", does_not_contain: "does not contain", contains_all: "contains all of",
  contains_any: "contains one of",
}

/** The configuration of a stream; undefined when the intake has none. */
export async function read(stream) {
  return (await get(`/v1/stream-configs/${encodeURIComponent(stream)}`))[stream]
}

/** What a client does with the stream's events before it sends any: `sample`, `values`, `rules`. */
export function client(configuration) {
  const own = configuration.producers?.metrics_platform_client ?? {}
  const sample = [configuration.sample, own.sampling].find(block => block !== undefined && block.length !== 0)
  return {
    // A block that cannot be read has nobody in sample.
    rate: sample === undefined ? 1 : typeof sample?.rate === "number" ? Math.min(Math.max(sample.rate, 0), 1) : 0,
    unit: sample?.unit ?? sample?.identifier,
    values: Array.isArray(own.provide_values) ? own.provide_values : [],
    rules: Object.entries(own.curation ?? {}).flatMap(([attribute, conditions]) =>
      Object.keys(conditions ?? {}).map(name => rule(configuration, attribute, name))),
  }
}

/** A rule of curation in words, such as `page_id is one of 1, 2`. */
export function rule(configuration, attribute, name) {
  const operand = configuration?.producers?.metrics_platform_client?.curation?.[attribute]?.[name]
  const texts = (Array.isArray(operand) ? operand : [operand]).map(part => JSON.stringify(part) ?? "")
  return `${attribute} ${operators[name] ?? name} ${texts.join(", ")}`.trim()
}

/** Who is sampled, in words. */
export function sampling({ rate, unit }) {
  if (rate === 0) return "No event is collected: the rate is 0."
  if (rate === 1) return unit ? `Every ${unit} is in sample.` : "Every event is collected: nothing is sampled."
  return `${Number((rate * 100).toPrecision(3))} % of ${unit ? `all ${unit}s` : "all units"} are in sample. `
    + `An event of any other ${unit ?? "unit"} never arrives.`
}

/** The share in sample as a bar, and in words. */
export function picture({ rate, unit }) {
  const meter = element("meter", { min: "0", max: "1", value: String(rate), "aria-label": "Share in sample" })
  return element("p", {}, meter, ` ${visible(sampling({ rate, unit }))}`)
}

/** Shows a stream's configuration. */
export function shown(configuration) {
  const { rate, unit, values, rules } = client(configuration)
  const item = text => element("li", {}, visible(cut(text, maximumText)))
  const list = (name, texts, none) =>
    [element("h4", {}, name), texts.length ? element("ul", {}, ...texts.map(item)) : element("p", {}, none)]
  const json = JSON.stringify(configuration, null, 2)
  return element("div", { className: "configuration" },
    element("h4", {}, "Sampling"), picture({ rate, unit }),
    ...list("Attributes that the client adds", values, "None."),
    ...list("Curation: an event is sent only if", rules, "No condition: every event in sample is sent."),
    element("details", {}, element("summary", {}, "All settings"), element("pre",
      { tabIndex: 0, role: "region", "aria-label": "All settings of the stream" }, cut(json, maximumJSON))))
}
