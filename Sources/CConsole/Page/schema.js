// @ts-check
// The schema of an event, with one of its rules marked, and the pages about schemas.

import { getText, has, hasToken } from "/console/api.js"
import { cut, element, messageOf, visible, visibleLines } from "/console/elements.js"
import { layout, parse, pretty } from "/console/json.js"

const site = "/schemas-site"
const maximumName = 180
const maximumText = 300

/**
 * The path of the page about a schema, as `eventctl schemas docs` names it; undefined for a name that it shortens.
 * @param {string} title
 */
export function pageOf(title, version = "index") {
  const names = title.split("/").filter(Boolean).map(name => [...new TextEncoder().encode(name)].map(byte => {
    const character = String.fromCharCode(byte)
    return /[a-z0-9_-]/.test(character) ? character : `~${byte.toString(16).toUpperCase().padStart(2, "0")}`
  }).join(""))
  if (names.length === 0 || names.some(name => name.length > maximumName)) return undefined
  return `${site}/schemas/${names.join("/")}/${version}.html`
}

/**
 * The name of a schema, its title or URI: a link to its page where the intake serves those. A link has no token, so
 * there is none where a token is needed.
 * @param {string} text
 */
export function schemaName(text) {
  const shown = visible(cut(text, maximumText))
  const box = element("span", {}, shown)
  const [, title = "", version] = /^\/?(.*?)(?:\/(\d+\.\d+\.\d+))?$/s.exec(text) ?? []
  const page = pageOf(title, version)
  has(site).then(isThere => {
    if (isThere && page && !hasToken()) box.replaceChildren(element("a", { href: page }, shown))
  }, () => {})  // The state of the connection is shown already.
  return box
}

/**
 * Shows a schema in an element, and marks the rule that an error of ajv names: `#/properties/action/type`.
 * @param {Element} box
 * @param {string} schema
 * @param {string} rule
 */
export async function showRule(box, schema, rule) {
  // Behind a reference the path begins with the reference.
  const [uri, pointer] = rule.startsWith("#") ? [schema, rule] : [rule.split("#")[0], rule.slice(rule.indexOf("#"))]
  const name = visible(cut(uri, maximumText))
  try {
    const { before, marked, after } = marking(parse(await getText(`/schemas${uri}`)), pointer)
    const mark = element("mark", {}, visibleLines(marked))
    const attributes = { tabIndex: 0, role: "region", "aria-label": `The schema ${name}` }
    const shown = element("pre", attributes, visibleLines(before), mark, visibleLines(after))
    box.replaceChildren(element("p", {}, `${name}, rule ${visible(cut(pointer, maximumText))}`), shown)
    shown.scrollTop = mark.offsetTop - 80
  } catch (error) {
    box.replaceChildren(element("p", {}, `The schema ${name} cannot be shown: ${messageOf(error)}`))
  }
}

/**
 * The text of a schema in three parts, the second of which is the rule; empty when the schema lacks it.
 * @param {import("/console/json.js").Value} schema
 * @param {string} pointer
 */
export function marking(schema, pointer) {
  const names = pointer.split("/").slice(1).map(name =>
    decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"))
  /** @type {import("/console/json.js").Value | undefined} */
  let rule = schema
  for (const name of names) rule = rule?.child(rule.kind === "array" ? Number(name) : name)
  if (!rule) return { before: pretty(schema), marked: "", after: "" }
  const { text, start, end } = layout(schema, rule)
  const line = text.lastIndexOf("\n", start) + 1
  return { before: text.slice(0, line), marked: text.slice(line, end), after: text.slice(end) }
}
