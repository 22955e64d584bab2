// Makes elements. Data become text, never markup.

/** An element with properties or attributes, and children: elements or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key in made && typeof value !== "string") made[key] = value
    else if (key === "className") made.className = value
    else made.setAttribute(key, value)
  }
  made.append(...children)
  return made
}

/** A button that calls a function. */
export function button(text, action, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text)
  made.addEventListener("click", action)
  return made
}

/** A button that copies a text, and says so. */
export function copying(name, text) {
  const made = button(name, async () => {
    await navigator.clipboard.writeText(text())
    made.textContent = "Copied"
    setTimeout(() => { made.textContent = name }, 2000)
  })
  return made
}

/** A text in one line: control characters and those that turn the direction of text are shown as their code. */
export function visible(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`)
}

/** The beginning of a text of at most a number of characters. */
export function cut(text, limit) {
  return text.length > limit ? `${text.slice(0, limit)}…` : text
}

/** A number with its noun, such as "1 event" or "2 events". */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`
}

/** Replaces the children of an element. The focus stays at the element that has the same `data-key`. */
export function replace(box, ...children) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.key : undefined
  box.replaceChildren(...children)
  if (focused !== undefined) [...box.querySelectorAll("[data-key]")].find(made => made.dataset.key === focused)?.focus()
}

const drawn = new WeakMap()

/** Replaces the children of an element by those that `make()` returns, unless they were drawn from the same value. */
export function redraw(box, value, make) {
  const text = JSON.stringify(value) ?? ""
  if (drawn.get(box) === text) return
  drawn.set(box, text)
  replace(box, ...make())
}
