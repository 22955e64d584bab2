// @ts-check
// The menu of a field of an event: a button for each thing to do would be most of what one sees.

import { copy } from "/console/elements.js"
import { exactText, fieldOf, term } from "/console/fields.js"
import { menuButton } from "/console/menu.js"

/** @typedef {import("/console/json.js").Path} Path */
/** @typedef {import("/console/json.js").Value} Value */
/** @typedef {{ column(field: string): void, filter(term: string): void }} FieldActions */

const maximumValue = 500

/**
 * The name of a field, which opens the menu. What it has done is said in `answer`.
 * @param {string} name as it is shown
 * @param {Path} path
 * @param {Value} value
 * @param {FieldActions} actions
 * @param {HTMLElement} answer
 */
export function fieldButton(name, path, value, actions, answer) {
  return menuButton(name, () => choices(path, value, actions, answer),
    { className: "field", "data-key": `field ${JSON.stringify(path)}` })
}

/**
 * @param {Path} path  @param {Value} value  @param {FieldActions} actions  @param {HTMLElement} answer
 * @returns {import("/console/menu.js").Item[]}
 */
function choices(path, value, actions, answer) {
  const field = fieldOf(path)
  const text = exactText(value)
  const copied = {
    text: "Copy value", action: async () => { answer.textContent = await copy(text) ? "Copied" : "" },
  }
  if (field === undefined) {
    return [copied, { text: "No filter or column can name this field.", isDisabled: true, action: () => {} }]
  }
  return [
    ...field.includes(",") ? [] : [{ text: "Show as a column", action: () => actions.column(field) }],
    ...text.length > maximumValue ? [] : [
      { text: "Only events with this value", action: () => actions.filter(term(field, text)) },
      { text: "Only events without it", action: () => actions.filter(`-${term(field, text)}`) },
    ],
    copied,
  ]
}
