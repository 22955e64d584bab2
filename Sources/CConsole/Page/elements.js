// @ts-check
// Makes elements. Data become text, never markup.

/**
 * An element with properties or attributes, and children: elements or texts.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && typeof value !== "string") Object.assign(made, { [key]: value })
    else if (key === "className") made.className = value
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

/**
 * A button that calls a function.
 * @param {string} text
 * @param {(event: MouseEvent) => void} action
 * @param {Record<string, any>} attributes
 */
export function button(text, action, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text)
  made.addEventListener("click", action)
  return made
}

// MARK: - Copying

/**
 * A button that copies a text, and says so beside it, also to a screen reader.
 * @param {string} name
 * @param {() => string} text
 */
export function copying(name, text) {
  const answer = element("span", { role: "status", className: "copied" })
  const made = button(name, async () => {
    answer.textContent = ""
    answer.textContent = await copy(text()) ? "Copied" : ""
    setTimeout(() => { answer.textContent = "" }, 4000)
  }, { "data-key": name })
  return element("span", { className: "copying" }, made, answer)
}

/**
 * Copies a text, and returns whether it did. If the browser refuses, the text is shown, to be copied by hand: a page
 * that was loaded from another machine over HTTP has no clipboard, and a person can refuse it.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text) || showToCopy(text)
  }
}

/** @param {string} text */
function copyBySelection(text) {
  const focused = document.activeElement
  const field = element("textarea", { className: "spoken", readOnly: true, tabIndex: -1 })
  field.value = text
  // Within an open dialog, nothing outside of it can have the focus.
  ;(focused?.closest("dialog") ?? document.body).append(field)
  field.select()
  const isCopied = document.execCommand("copy")
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

/** @param {string} text */
function showToCopy(text) {
  const field = element("textarea", { readOnly: true, rows: "12", "aria-label": "The text to copy" })
  field.value = text
  const box = element("dialog", { "aria-label": "Copy by hand" },
    element("p", {}, "The browser lets this page copy nothing. The text is selected: copy it with the keyboard."),
    field, element("form", { method: "dialog" }, element("button", {}, "Close")))
  box.addEventListener("close", () => box.remove())
  document.body.append(box)
  box.showModal()
  field.select()
  return false
}

// MARK: - Texts

// An emoji may have a joiner and a variation selector inside; these are no hidden text.
const inEmoji =
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}])\u{200d}(?=\p{Extended_Pictographic})`
  + String.raw`|(?<=\p{Extended_Pictographic})[\u{fe0e}\u{fe0f}]|(?<=[0-9#*])\u{fe0f}(?=\u{20e3})`
// Controls, formats (they turn the direction of text, have no width, or are tags), halves of surrogate pairs, ends of
// lines and paragraphs, fillers and lone variation selectors, the blank of Braille, and spaces that look like another.
const spaces = String.raw`\u{a0}\u{1680}\u{2000}-\u{200a}\u{202f}\u{205f}`
const hidden = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}${spaces}]`
const unseen = new RegExp(`(${inEmoji})|${hidden}`, "gu")

/**
 * A text with another one in place of each character that cannot be seen, made from its code, such as 200b.
 * @param {string} text
 * @param {(code: string) => string} escape
 */
export function unseenEscaped(text, escape) {
  return text.replace(unseen, (character, inEmoji) =>
    inEmoji ?? escape((character.codePointAt(0) ?? 0).toString(16)))
}

/** @param {string} code */
function shownCode(code) {
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`
}

/**
 * A text in one line: a character that cannot be seen, or turns the direction of others, is shown as its code.
 * @param {string} text
 */
export function visible(text) {
  return unseenEscaped(text, shownCode)
}

/**
 * The same, with the lines of the text kept.
 * @param {string} text
 */
export function visibleLines(text) {
  return text.split("\n").map(visible).join("\n")
}

/**
 * The codes of the characters of a text that cannot be seen, without its lines and tabs.
 * @param {string} text
 */
export function unseenIn(text) {
  const codes = new Set()
  unseenEscaped(text.replace(/[\n\t]/g, ""), code => {
    codes.add(shownCode(code))
    return ""
  })
  return [...codes]
}

/**
 * A note under a text field, which must show its text as it is: which of its characters cannot be seen.
 * @param {HTMLTextAreaElement | HTMLInputElement} field
 */
export function noteOfUnseen(field) {
  const note = element("p", { className: "unseen", "aria-live": "polite" })
  const draw = () => {
    const codes = unseenIn(field.value)
    note.textContent = codes.length
      ? `The text has characters that cannot be seen: ${codes.slice(0, 10).join(", ")}${codes.length > 10 ? ", …" : ""}`
      : ""
  }
  field.addEventListener("input", draw)
  draw()
  return { note, draw }
}

/**
 * The beginning of a text of at most a number of characters. A surrogate pair stays whole.
 * @param {string} text
 * @param {number} limit
 */
export function cut(text, limit) {
  if (text.length <= limit) return text
  const code = text.charCodeAt(limit - 1)
  return `${text.slice(0, code >= 0xd800 && code < 0xdc00 ? limit - 1 : limit)}…`
}

/**
 * The words of an error.
 * @param {unknown} error
 */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}

/**
 * A number with its noun, such as "1 event" or "2 events".
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

// MARK: - Drawing again

/**
 * Replaces the children of an element. The focus stays at the element that has the same `data-key`.
 * @param {Element} box
 * @param {(Node | string)[]} children
 */
export function replace(box, ...children) {
  const focused = document.activeElement
  const key = focused instanceof HTMLElement && box.contains(focused) ? focused.dataset.key : undefined
  box.replaceChildren(...children)
  if (key !== undefined) keyed(box).find(made => made.dataset.key === key)?.focus()
}

/**
 * @param {Element} box
 * @returns {HTMLElement[]}
 */
function keyed(box) {
  return [...box.querySelectorAll("[data-key]")].flatMap(made => made instanceof HTMLElement ? [made] : [])
}

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap()

/**
 * Replaces the children of an element by those that `make()` returns, unless they were drawn from the same value.
 * @param {Element} box
 * @param {any} value
 * @param {() => (Node | string)[]} make
 */
export function redraw(box, value, make) {
  const text = JSON.stringify(value) ?? ""
  if (drawn.get(box) === text) return
  drawn.set(box, text)
  replace(box, ...make())
}
