// Repeats a request while what it is for can be seen.

const leastPause = 2000
const pausesPerRun = 4

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
