// @ts-check
// Repeats a request while what it is for can be seen, and says when a request must not wait at the intake.

const leastPause = 2000
const growth = 1.5
const pausesPerRun = 4
const leastAbsence = 3000

let presence = new AbortController()
let shown = Promise.resolve()
let show = () => {}
/** @type {number | undefined} */
let leaving

/**
 * The signal for a request that waits. It is aborted when the page is left, and when its tab has been hidden for a few
 * seconds: a browser has six connections to an intake, for all of its tabs and the pages that Back brings again.
 */
export function inSight() {
  return presence.signal
}

/** Waits for a number of milliseconds, or until the page is in sight. */
export function untilInSight(/** @type {number} */ duration) {
  return Promise.race([shown, new Promise(resolve => setTimeout(resolve, duration))])
}

function leave() {
  if (presence.signal.aborted) return
  shown = new Promise(resolve => { show = resolve })
  presence.abort()
}

function look() {
  clearTimeout(leaving)
  if (document.hidden) {
    leaving = setTimeout(leave, leastAbsence)
  } else if (presence.signal.aborted) {
    presence = new AbortController()
    show()
  }
}

document.addEventListener("visibilitychange", look)
addEventListener("pagehide", leave)
addEventListener("pageshow", look)
look()

/**
 * The milliseconds until the next run. At most a fifth of the time is spent in runs, however long one takes. After runs
 * in a row that have found nothing new the pause grows, up to the longest.
 * @param {number} duration
 */
export function pauseAfter(duration, quiet = 0, longest = leastPause) {
  return Math.max(Math.min(leastPause * growth ** quiet, longest), pausesPerRun * duration)
}

/** @type {(() => void)[]} */
const repeated = []

/** A person who comes back may have changed something elsewhere. */
function runAll() {
  if (!document.hidden) for (const now of repeated) now()
}

addEventListener("focus", runAll)
document.addEventListener("visibilitychange", runAll)

/**
 * Runs an action now and again and again, one run at a time, while `isWanted()` and while the tab is shown. The action
 * handles its errors, and returns whether it has found anything new: else the pauses grow, up to `longest`. Returns a
 * function that runs it once more, at once or after the run that is under way, since that one may not know what has
 * just changed.
 * @param {() => Promise<boolean>} action
 * @param {{ isWanted?: () => boolean, longest?: number }} when
 */
export function repeat(action, { isWanted = () => true, longest = leastPause } = {}) {
  /** @type {number | undefined} */
  let timer
  let quiet = 0
  let last = Promise.resolve()
  /** @type {Promise<void> | null} */
  let next = null

  async function run() {
    clearTimeout(timer)
    const start = performance.now()
    if (isWanted() && !document.hidden) quiet = await action() ? 0 : quiet + 1
    timer = setTimeout(now, pauseAfter(performance.now() - start, quiet, longest))
  }

  function now() {
    next ??= last.then(() => {
      next = null
      last = run()
      return last
    })
    return next
  }

  repeated.push(now)
  now()
  return now
}
