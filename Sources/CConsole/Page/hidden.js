// @ts-check
// The streams that a person never wants to see in the list, kept in this browser.

import { counted, visible } from "/console/elements.js"
import { menuButton } from "/console/menu.js"
import { keep, setting } from "/console/settings.js"

const maximumStreams = 50

/** The names of the hidden streams. */
export function hiddenStreams() {
  return setting("hidden", /** @type {string[]} */ ([])).filter(name => typeof name === "string")
}

export class HiddenStreams {
  #box
  #changed

  /**
   * Shows in an element how many there are, with a menu to show one again. `changed()` is called after each change.
   * @param {HTMLElement} box
   * @param {() => void} changed
   */
  constructor(box, changed) {
    this.#box = box
    this.#changed = changed
    this.#draw()
  }

  hide(/** @type {string} */ stream) {
    this.#set([...new Set([...hiddenStreams(), stream])].slice(-maximumStreams))
  }

  #set(/** @type {string[]} */ names) {
    keep("hidden", names)
    this.#draw()
    this.#changed()
  }

  #draw() {
    const names = hiddenStreams()
    this.#box.replaceChildren(...names.length ? [menuButton(`${counted(names.length, "stream")} hidden`, () => [
      { text: "Show all", action: () => this.#set([]) },
      ...names.map(name => ({
        text: `Show ${visible(name)}`, action: () => this.#set(hiddenStreams().filter(other => other !== name)),
      })),
    ])] : [])
  }
}
