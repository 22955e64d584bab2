// Numbers of accepted and rejected events a minute in the last hour, as bars.

const minutes = 60
const height = 40
const step = 4
const namespace = "http://www.w3.org/2000/svg"
const none = { accepted: 0, rejected: 0 }

/** The minutes of the last hour, such as `2026-01-31T12:00Z`, the oldest first. */
export function lastHour() {
  const now = Math.floor(Date.now() / 60_000)
  return Array.from({ length: minutes }, (_, place) =>
    `${new Date((now - minutes + 1 + place) * 60_000).toISOString().slice(0, 16)}Z`)
}

/** The counts of `GET /counts/minutes` by minute. */
export function byMinute(counts) {
  return new Map(counts.map(({ minute, accepted, rejected }) => [minute, { accepted, rejected }]))
}

/** A drawing without bars. */
export function drawing() {
  return shape("svg", { viewBox: `0 0 ${minutes * step} ${height}`, preserveAspectRatio: "none", role: "img" })
}

/** Draws counts by minute, one minute of which may be chosen, and returns them in words. */
export function draw(box, counts, chosen = null) {
  const shown = lastHour().map(minute => [minute, counts.get(minute) ?? none])
  const highest = Math.max(1, ...shown.map(([, { accepted, rejected }]) => accepted + rejected))
  box.replaceChildren(...shown.flatMap(([minute, { accepted, rejected }], place) => {
    const [low, high] = [accepted, rejected].map(count => count / highest * height)
    const bar = (className, y, tall) => tall > 0 ? [shape("rect", {
      class: minute === chosen ? `${className} chosen` : className, x: place * step, y, width: step - 1, height: tall,
    }, title(words(minute, { accepted, rejected })))] : []
    return [...bar("accepted", height - low, low), ...bar("rejected", height - low - high, high)]
  }))
  const sum = part => shown.reduce((total, [, count]) => total + count[part], 0)
  const text = `${sum("accepted")} accepted, ${sum("rejected")} rejected`
  box.setAttribute("aria-label", `${text}; at most ${highest} a minute`)
  return text
}

/** The counts of a minute, in words. */
export function words(minute, { accepted, rejected } = none) {
  return `${minute.slice(11, 16)} UTC: ${accepted} accepted, ${rejected} rejected`
}

function title(text) {
  const made = shape("title", {})
  made.textContent = text
  return made
}

function shape(name, attributes, ...children) {
  const made = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  made.append(...children)
  return made
}
