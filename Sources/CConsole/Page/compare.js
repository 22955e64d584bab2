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

/** The fields in which two events differ, under their names, and how many are equal, as elements. */
export function table(different, equal, here, there) {
  const value = given => given === undefined ? element("td", {}, "—")
    : element("td", {}, element("mark", {}, visible(cut(JSON.stringify(given), maximumText))))
  const rows = different.map(({ path, here, there }) =>
    element("tr", {}, element("th", { scope: "row" }, visible(cut(path, 300))), value(here), value(there)))
  const head = element("tr", {}, ...["field", here, there].map(name => element("th", { scope: "col" }, name)))
  return [element("p", {}, `${counted(different.length, "different field")}, ${equal} equal.`),
    ...rows.length ? [element("div", { className: "fields" },
      element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows)))] : []]
}

/** Shows how an event differs from another one. */
export function comparison(received, other) {
  const { different, equal } = differences(received.event, other.event)
  return element("section", { className: "comparison" },
    element("h3", {}, `Compared with event ${other.position}`),
    ...table(different, equal, `event ${received.position}`, `event ${other.position}`))
}
