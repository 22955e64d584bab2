// @ts-check
// Why an event is rejected: the intake's own words, each with its place, its fix and its rule.

import { button, cut, element, visible } from "/console/elements.js"
import { errors, reason } from "/console/fields.js"
import { fix, fixOfReason } from "/console/fixes.js"
import { showRule } from "/console/schema.js"

const maximumErrors = 50
const maximumText = 2000

/** @typedef {Pick<Verdict, "valid" | "status" | "stream" | "schema" | "context">} Rejected */

/**
 * Shows why an event is rejected, under a title, and further elements above the schema in which a rule is marked.
 * @param {Rejected} received
 * @param {string} title
 * @param {Node[]} further
 */
export function rejection(received, title, ...further) {
  const rule = element("div", { className: "rule" })
  const found = errors(received)
  const items = found.slice(0, maximumErrors).map(error => item(error, received.schema, rule))
  if (found.length > items.length) items.push(element("li", {}, `and ${found.length - items.length} more`))
  const words = items.length ? element("ul", {}, ...items)
    : element("p", {}, visible(cut(reason(received), maximumText)), ...advice(fixOfReason(received, reason(received))))
  return element("section", { className: "reasons" }, element("h3", {}, title), words, ...further, rule)
}

/** @param {SchemaError} error  @param {string | null} schema  @param {Element} rule */
function item(error, schema, rule) {
  const { dataPath, message, schemaPath } = error
  return element("li", {},
    element("code", {}, visible(cut(dataPath || "the event", 300))), ` ${visible(cut(message ?? "", maximumText))} `,
    button("Rule", () => showRule(rule, schema ?? "", schemaPath),
      { "aria-label": `Show the rule ${visible(cut(schemaPath, 300))}` }),
    ...advice(fix(error)))
}

/** @param {string | undefined} text */
function advice(text) {
  return text ? [element("span", { className: "fix" }, visible(cut(text, maximumText)))] : []
}
