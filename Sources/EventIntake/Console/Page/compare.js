// Two events, field by field.

import { counted, cut, element, visible } from "/console/elements.js"
import { paths, textOf } from "/console/fields.js"

const maximumFields = 1000
const maximumText = 500

/** The fields in which two events differ: `path`, `here`, `there`, undefined where missing; and how many are equal. */
export function differences(here, there) {
  const [own, other] = [here, there].map(event => new Map(paths(event, maximumFields)))
  const all = [...new Set([...own.keys(), ...other.keys()])]
  const isEqual = path => own.has(path) && other.has(path) && textOf(own.get(path)) === textOf(other.get(path))
    && typeof own.get(path) === typeof other.get(path)
  const different = all.filter(path => !isEqual(path))
    .map(path => ({ path, here: own.get(path), there: other.get(path) }))
  return { different, equal: all.length - different.length }
}

/** Shows how an event differs from another one. */
export function comparison(received, other) {
  const { different, equal } = differences(received.event, other.event)
  const value = given => given === undefined ? element("td", {}, "—")
    : element("td", {}, element("mark", {}, visible(cut(JSON.stringify(given), maximumText))))
  const rows = different.map(({ path, here, there }) =>
    element("tr", {}, element("th", { scope: "row" }, visible(cut(path, 300))), value(here), value(there)))
  const names = ["field", `event ${received.position}`, `event ${other.position}`]
  const head = element("tr", {}, ...names.map(name => element("th", { scope: "col" }, name)))
  const note = `${counted(different.length, "different field")}, ${equal} equal.`
  return element("section", { className: "comparison" },
    element("h3", {}, `Compared with event ${other.position}`), element("p", {}, note),
    ...rows.length ? [element("div", { className: "fields" },
      element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)))] : [])
}
