import type { CachedValue } from '../cache/cached-value.ts'

const maxAgeMillis = 60_000
const minGapMillis = 1000
const lookMillis = 250

/**
 * Checks the user of a visible tab again on focus, on navigation and once a minute, so that the page notices when the
 * session has ended. Returns a function that stops it.
 */
export function watchTab(findUser: () => CachedValue<unknown>): () => void {
  let { startedAt } = findUser()
  let checkedAt = Date.now()
  let place = findPlace()
  let hadFocus = document.hasFocus()
  let isDue = false

  // Polled, because not every browser has an event for `history.pushState`.
  const timer = setInterval(() => {
    const isHidden = document.visibilityState === 'hidden'
    const hasFocus = !isHidden && document.hasFocus()
    if (place !== findPlace() || (hasFocus && !hadFocus)) isDue = true
    place = findPlace()
    hadFocus = hasFocus
    if (isHidden) return
    const user = findUser()
    // Any other fetch counts as well.
    if (startedAt !== user.startedAt) checkedAt = Date.now()
    startedAt = user.startedAt
    // The clock may have been set back.
    if (Math.abs(Date.now() - checkedAt) < (isDue ? minGapMillis : maxAgeMillis)) return
    isDue = false
    checkedAt = Date.now()
    user.check()
  }, lookMillis)
  return () => clearInterval(timer)
}

/** Without the query, which changes while a user types into a search field. */
const findPlace = () => location.pathname + location.hash
