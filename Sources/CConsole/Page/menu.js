// @ts-check
// A button that opens a menu: arrows choose, Enter takes, Esc closes and goes back to the button.

import { button, element } from "/console/elements.js"

/**
 * @typedef {object} Item
 * @property {string} text
 * @property {() => void} action
 * @property {boolean} [isOn]  for an item that is on or off
 * @property {boolean} [isDisabled]
 */

const gap = 2
let count = 0

/**
 * A button with a menu, whose items are made when it opens.
 * @param {string} text
 * @param {() => Item[]} items
 * @param {Record<string, string>} attributes
 * @returns {HTMLButtonElement}
 */
export function menuButton(text, items, attributes = {}) {
  const made = button(text, () => open(made, items()),
    { "aria-haspopup": "menu", "aria-expanded": "false", ...attributes })
  made.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "ArrowDown" || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    open(made, items())
  })
  return made
}

function open(/** @type {HTMLElement} */ owner, /** @type {Item[]} */ items) {
  const menu = element("div", { popover: "auto", role: "menu", className: "menu", id: `menu-${count += 1}` },
    ...items.map(item => choice(item, menu => menu.hidePopover())))
  if (owner.getAttribute("aria-label")) menu.setAttribute("aria-label", owner.getAttribute("aria-label") ?? "")
  menu.addEventListener("keydown", event => moved(event, menu))
  // Before the focus moves: what is read aloud with the focus is what the button says then.
  menu.addEventListener("beforetoggle", (/** @type {Event} */ event) => {
    owner.setAttribute("aria-expanded", String(/** @type {any} */ (event).newState === "open"))
  })
  menu.addEventListener("toggle", (/** @type {Event} */ event) => {
    if (/** @type {any} */ (event).newState === "open") return
    const hasFocus = menu.contains(document.activeElement) || document.activeElement === document.body
    menu.remove()
    if (hasFocus && owner.isConnected) owner.focus()
  })
  // Within an open dialog, nothing outside of it can have the focus.
  ;(owner.closest("dialog, main, header") ?? document.body).append(menu)
  menu.showPopover()
  place(menu, owner)
  first(menu)?.focus()
}

/** @returns {HTMLButtonElement} */
function choice(/** @type {Item} */ { text, action, isOn, isDisabled }, /** @type {(menu: any) => void} */ close) {
  const role = isOn === undefined ? "menuitem" : "menuitemcheckbox"
  const made = button(text, () => {
    close(made.closest("[role=menu]"))
    action()
  }, { role, tabIndex: -1, ...isOn === undefined ? {} : { "aria-checked": String(isOn) } })
  if (isDisabled) made.disabled = true
  return made
}

/** Puts the menu below its button, or above it where there is no room, and into the window. */
function place(/** @type {HTMLElement} */ menu, /** @type {HTMLElement} */ owner) {
  const at = owner.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = menu
  const isAbove = at.bottom + gap + height > innerHeight && at.top - gap - height >= 0
  menu.style.top = `${isAbove ? at.top - gap - height : Math.max(0, Math.min(at.bottom + gap, innerHeight - height))}px`
  menu.style.left = `${Math.max(0, Math.min(at.left, innerWidth - width))}px`
}

function choices(/** @type {HTMLElement} */ menu) {
  return /** @type {HTMLButtonElement[]} */ ([...menu.querySelectorAll("button:not(:disabled)")])
}

function first(/** @type {HTMLElement} */ menu) { return choices(menu)[0] }

function moved(/** @type {KeyboardEvent} */ event, /** @type {any} */ menu) {
  const all = choices(menu)
  const place = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))
  const wanted = { ArrowDown: place + 1, ArrowUp: place - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
  event.stopPropagation()
  if (event.key === "Tab") return menu.hidePopover()
  if (wanted === undefined) return
  event.preventDefault()
  all[wanted % all.length]?.focus()
}
