import { type RateLimit, type RateLimitRule, rateLimits } from '@latchkey/contract'

/** What one project may use; 0 is no limit. */
export interface QuotaLimits {
  users: number
  requestsPerMinute: number
  emailsPerDay: number
  metadataMegabytesPerDay: number
  webhooksPerHour: number
}

/** The quotas that are counted in windows, and how long a window is. */
const windowSeconds = { requests: 60, emails: 24 * 3600, metadata: 24 * 3600, webhooks: 3600 } as const
export type WindowQuota = keyof typeof windowSeconds
export type Quota = WindowQuota | 'users'

/** A rate limit, or a quota: that is a limit per project, and what it allows is a setting. */
export type LimitName = RateLimit | `quota:${WindowQuota}`

export interface Rule extends Pick<RateLimitRule, 'points' | 'seconds'> {
  /** `shared`: like `node`, but each node adds its count to a window in the database every few seconds. */
  kind: RateLimitRule['kind'] | 'shared'
}

/** What has no rule is not limited. */
export type Rules = Partial<Record<LimitName, Rule>>

/** Metadata is counted in kilobytes, because a counter is a 32-bit number. */
export const bytesPerPoint = 1_000

/** The quotas as they are counted. */
export function toPoints(limits: QuotaLimits): Record<Quota, number> {
  return {
    users: limits.users,
    requests: limits.requestsPerMinute,
    emails: limits.emailsPerDay,
    metadata: (limits.metadataMegabytesPerDay * 1_000_000) / bytesPerPoint,
    webhooks: limits.webhooksPerHour,
  }
}

export function createRules(quotas: QuotaLimits | undefined): Rules {
  const rules: Rules = { ...rateLimits }
  if (!quotas) return rules
  const points = toPoints(quotas)
  for (const [quota, seconds] of Object.entries(windowSeconds) as [WindowQuota, number][]) {
    const kind = quota === 'requests' ? 'shared' : 'window'
    if (points[quota] > 0) rules[`quota:${quota}`] = { kind, points: points[quota], seconds }
  }
  return rules
}
