import type { RequestContext } from '../../http/context.ts'
import type { Project } from '../../projects/cache.ts'

/** What a session has to meet to be live at this moment. */
export interface SessionBounds {
  now: Date
  /** Sessions from before have reached the longest life. */
  startedAfter: Date
  /** Sessions that were not used since have been inactive for too long. */
  usedAfter: Date
}

const minuteMillis = 60_000
const always = new Date(0)

/** By the project's settings now, so that a change of them reaches the sessions that exist. */
export function sessionBounds(ctx: Pick<RequestContext, 'now' | 'platform'>, { config }: Project): SessionBounds {
  const now = ctx.now()
  const { longestLifeMinutes, inactivityMinutes } = config.auth.sessions
  const before = (millis: number) => new Date(now.getTime() - millis)
  // Clients refresh only when their access token expires, so a shorter time would end sessions that are being used.
  const refreshMillis = 2 * ctx.platform.config.accessTokenSeconds * 1000
  return {
    now,
    startedAfter: longestLifeMinutes === undefined ? always : before(longestLifeMinutes * minuteMillis),
    usedAfter:
      inactivityMinutes === undefined ? always : before(Math.max(inactivityMinutes * minuteMillis, refreshMillis)),
  }
}

interface Lifetime {
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

export function isLive(session: Lifetime, bounds: SessionBounds): boolean {
  return session.expires_at > bounds.now && !findEnd(session, bounds)
}

/** The rule that has ended a session, if it was one. */
export function findEnd(
  { created_at, last_used_at }: Omit<Lifetime, 'expires_at'>,
  { startedAfter, usedAfter }: SessionBounds,
): 'longest_life' | 'inactivity' | undefined {
  if (created_at <= startedAfter) return 'longest_life'
  return (last_used_at ?? created_at) <= usedAfter ? 'inactivity' : undefined
}

/** When a new session ends at the latest. */
export function expiryOf({ config }: Project, now: Date, millis: number): Date {
  const { longestLifeMinutes } = config.auth.sessions
  const longest = longestLifeMinutes === undefined ? Infinity : longestLifeMinutes * minuteMillis
  return new Date(now.getTime() + Math.min(millis, longest))
}
