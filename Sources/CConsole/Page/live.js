// Repeats a request while what it is for can be seen, and says when a request must not wait at the intake.

const leastPause = 2000
const pausesPerRun = 4
const leastAbsence = 3000

let presence = new AbortController()
let shown = Promise.resolve()
let show = () => {}
let leaving = null

/**
 * The signal for a request that waits. It is aborted when the page is left, and when its tab has been hidden for a few
 * seconds: a browser has six connections to an intake, for all of its tabs and the pages that Back brings again.
 */
export function inSight() {
  return presence.signal
}

/** Waits for a number of milliseconds, or until the page is in sight. */
export function untilInSight(duration) {
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

/** The milliseconds until the next run: at most a fifth of the time is spent in runs, however long one takes. */
export function pauseAfter(duration) {
  return Math.max(leastPause, pausesPerRun * duration)
}

/**
 * Runs an action now and again and again, one run at a time, while `isWanted()` and while the tab is shown. The action
 * handles its errors. Returns a function that runs it once more, at once or after the run that is under way, since that
 * one may not know what has just changed.
 */
export function repeat(action, isWanted = () => true) {
  let timer = null
  let last = Promise.resolve()
  let next = null

  async function run() {
    clearTimeout(timer)
    const start = performance.now()
    if (isWanted() && !document.hidden) await action()
    timer = setTimeout(now, pauseAfter(performance.now() - start))
  }

  function now() {
    next ??= last.then(() => {
      next = null
      last = run()
      return last
    })
    return next
  }

  now()
  return now
}
