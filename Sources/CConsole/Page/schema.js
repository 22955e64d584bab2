// The schema of an event, with one of its rules marked, and the pages about schemas.

import { get, has, hasToken } from "/console/api.js"
import { cut, element, visible } from "/console/elements.js"

const placeholder = "\u0000rule"
const site = "/schemas-site"
const maximumName = 180
const maximumText = 300

/** The path of the page about a schema, as `eventctl schemas docs` names it; undefined for a name that it shortens. */
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
 */
export function schemaName(text) {
  const shown = visible(cut(text, maximumText))
  const box = element("span", {}, shown)
  const [, title, version] = /^\/?(.*?)(?:\/(\d+\.\d+\.\d+))?$/s.exec(text)
  const page = pageOf(title, version)
  has(site).then(isThere => {
    if (isThere && page && !hasToken()) box.replaceChildren(element("a", { href: page }, shown))
  }, () => {})  // The state of the connection is shown already.
  return box
}

/** Shows a schema in an element, and marks the rule that an error of ajv names: `#/properties/action/type`. */
export async function showRule(box, schema, rule) {
  // Behind a reference the path begins with the reference.
  const [uri, pointer] = rule.startsWith("#") ? [schema, rule] : [rule.split("#")[0], rule.slice(rule.indexOf("#"))]
  try {
    const { before, marked, after } = marking(await get(`/schemas${uri}`), pointer)
    const mark = element("mark", {}, marked)
    const attributes = { tabIndex: 0, role: "region", "aria-label": `The schema ${uri}` }
    const shown = element("pre", attributes, before, mark, after)
    box.replaceChildren(element("p", {}, `${uri}, rule ${pointer}`), shown)
    shown.scrollTop = mark.offsetTop - 80
  } catch (error) {
    box.replaceChildren(element("p", {}, `The schema ${uri} cannot be shown: ${error.message}`))
  }
}

/** The text of a schema in three parts, the second of which is the rule; empty when the schema lacks it. */
export function marking(schema, pointer) {
  const names = pointer.split("/").slice(1).map(name =>
    decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"))
  const copy = structuredClone(schema)
  let parent = copy
  for (const name of names.slice(0, -1)) parent = child(parent, name)
  const last = names.at(-1)
  const rule = child(parent, last)
  if (rule === undefined) return { before: JSON.stringify(schema, null, 2), marked: "", after: "" }
  parent[last] = placeholder
  const [before, after] = JSON.stringify(copy, null, 2).split(JSON.stringify(placeholder))
  const start = before.lastIndexOf("\n") + 1
  const indent = /^ */.exec(before.slice(start))[0]
  const text = JSON.stringify(rule, null, 2).replaceAll("\n", `\n${indent}`)
  return { before: before.slice(0, start), marked: before.slice(start) + text, after }
}

function child(value, name) {
  return value !== null && typeof value === "object" && Object.hasOwn(value, name) ? value[name] : undefined
}
