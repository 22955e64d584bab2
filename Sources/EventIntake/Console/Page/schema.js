// The schema of an event, with one of its rules marked.

import { get } from "/console/api.js"
import { element } from "/console/elements.js"

const placeholder = "\u0000rule"

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
