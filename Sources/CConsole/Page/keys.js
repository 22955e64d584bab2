// @ts-check
// The keys of the page. Those that are one letter can be switched off: a person may dictate, or press one by accident.

import { setting, keep } from "/console/settings.js"

// These belong to the list only if it has the focus, since other elements use them.
const listKeys = ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "Enter"]
const writing = "input:not([type=checkbox]), textarea, select, [role=menu] *, dialog[open] *, [role=separator]"

/**
 * Calls the action of a key. `isOnPage(key)` returns whether the page that is shown has the key.
 * @param {HTMLElement} list
 * @param {Record<string, () => void>} actions
 * @param {(key: string) => boolean} isOnPage
 */
export function listenToKeys(list, actions, isOnPage) {
  document.addEventListener("keydown", event => {
    const { key, target } = event
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (!(target instanceof Element) || target.matches(writing) || document.querySelector("dialog[open]")) return
    if (!Object.hasOwn(actions, key) || !isOnPage(key)) return
    if (key.length === 1 && !setting("letters", true)) return
    if (listKeys.includes(key) && document.activeElement !== list) return
    event.preventDefault()
    actions[key]()
  })
}

/** Lets a checkbox switch the keys of one letter. */
export function switchLetters(/** @type {HTMLInputElement} */ box) {
  box.checked = setting("letters", true)
  box.addEventListener("change", () => keep("letters", box.checked))
}
