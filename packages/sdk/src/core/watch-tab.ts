import type { CachedValue } from '../cache/cached-value.ts'

const maxAgeMillis = 60_000
const minGapMillis = 1000
const lookMillis = 250

/**
 * Checks the user of a visible tab again on focus, on navigation and once a minute, so that the page notices when the
 * session has ended. Returns a function that stops it.
 */
export function watchTab(findUser: () => CachedValue<unknown>): () => void {
  let startedAt = findUser().startedAt
  let checkedAt = Date.now()
  let place = placeOf(location)
  let isDue = false

  // Polled, because not every browser has an event for `history.pushState`.
  const look = () => {
    if (document.visibilityState === 'hidden') return
    const user = findUser()
    if (place !== placeOf(location)) isDue = true
    place = placeOf(location)
    // Any other fetch counts as well.
    if (startedAt !== user.startedAt) checkedAt = Date.now()
    startedAt = user.startedAt
    // The clock may have been set back.
    if (Math.abs(Date.now() - checkedAt) < (isDue ? minGapMillis : maxAgeMillis)) return
    isDue = false
    checkedAt = Date.now()
    user.check()
  }
  const arrive = () => {
    isDue = true
  }
  const timer = setInterval(look, lookMillis)
  addEventListener('focus', arrive)
  document.addEventListener('visibilitychange', arrive)
  return () => {
    clearInterval(timer)
    removeEventListener('focus', arrive)
    document.removeEventListener('visibilitychange', arrive)
  }
}

/** Without the query, which changes while a user types into a search field. */
const placeOf = ({ pathname, hash }: Location) => pathname + hash
