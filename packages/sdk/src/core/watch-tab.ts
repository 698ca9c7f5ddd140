import type { CachedValue } from '../cache/cached-value.ts'
import { isBrowser } from '../environment/environment.ts'
import type { UserSession } from '../session/session.ts'

// Loaded with the first user, because pages without one do not need it.

const maxAgeMillis = 60_000
const minGapMillis = 1000
const lookMillis = 250

const known = new WeakSet<UserSession>()
const watched = new WeakSet<UserSession>()

/**
 * Checks the user of a visible tab again on focus, on navigation and once a minute, so that the page notices when the
 * session has ended. Called with every fetched user. Stops when the page no longer shows the user.
 */
export function watchTab<User>(
  { projectId }: { projectId: string },
  session: UserSession,
  user: CachedValue<User | null>,
  fetch: () => Promise<User | null>,
): void {
  if (!isBrowser()) return
  if (session.store?.isShared && !known.has(session)) {
    known.add(session)
    writeEnd(projectId, null)
    session.onInvalidate((byServer) => byServer && writeEnd(projectId, session))
  }
  if (watched.has(session)) return
  watched.add(session)
  let startedAt = user.startedAt
  let checkedAt = Date.now()
  let place = findPlace()
  let hadFocus = true
  let isDue = false

  const stop = () => {
    clearInterval(timer)
    watched.delete(session)
  }
  // Polled, because not every browser has an event for `history.pushState`.
  const timer = setInterval(() => {
    // Not every imitation of a browser has this method.
    if (!isBrowser() || !document.hasFocus || session.isInvalid) return stop()
    const isHidden = document.visibilityState === 'hidden'
    const hasFocus = !isHidden && document.hasFocus()
    if (place !== findPlace() || (hasFocus && !hadFocus)) isDue = true
    place = findPlace()
    hadFocus = hasFocus
    if (isHidden) return
    // Any other fetch counts as well.
    if (startedAt !== user.startedAt) checkedAt = Date.now()
    startedAt = user.startedAt
    // The clock may have been set back.
    const age = Math.abs(Date.now() - checkedAt)
    if (age < (isDue ? minGapMillis : maxAgeMillis)) return
    // The cache drops a value that is not shown for a few seconds, so its next reader fetches and starts this again.
    if (!user.isShown) return age < maxAgeMillis ? undefined : stop()
    isDue = false
    checkedAt = Date.now()
    check(user, fetch)
  }, lookMillis)
}

/** A failure changes nothing, and neither does a result that is older than what is shown by then. */
function check<User>(user: CachedValue<User | null>, fetch: () => Promise<User | null>): void {
  const { startedAt } = user
  const shown = user.getSnapshot()
  fetch().then(
    (next) => user.getSnapshot() === shown && user.startedAt === startedAt && user.set(next),
    () => {},
  )
}

/** Without the query, which changes while a user types into a search field. */
const findPlace = () => location.pathname + location.hash

/**
 * Remembers in this browser that the server has ended a session, until the next sign-in. The sign-in page of the React
 * components tells the user, also in tabs that only notice that the cookie is gone.
 */
function writeEnd(projectId: string, end: UserSession | null): void {
  const key = `_LATCHKEY.ended.${projectId}`
  try {
    if (end) localStorage.setItem(key, JSON.stringify({ at: Date.now(), restriction: end.rejection?.restriction }))
    else localStorage.removeItem(key)
  } catch {
    // Without storage, the sign-in page gives no reason.
  }
}
