/** What one project may use; 0 is no limit. */
export interface QuotaLimits {
  users: number
  requestsPerMinute: number
  emailsPerDay: number
  metadataMegabytesPerDay: number
  webhooksPerHour: number
}

/** The quotas that are counted in windows, and how long a window is. */
export const windowSeconds = { requests: 60, emails: 24 * 3600, metadata: 24 * 3600, webhooks: 3600 } as const
export type WindowQuota = keyof typeof windowSeconds
export type Quota = WindowQuota | 'users'

/** Metadata is counted in kilobytes, because a counter is a 32-bit number. */
export const bytesPerPoint = 1_000

/** The limits as they are counted. */
export function toPoints(limits: QuotaLimits): Record<Quota, number> {
  return {
    users: limits.users,
    requests: limits.requestsPerMinute,
    emails: limits.emailsPerDay,
    metadata: (limits.metadataMegabytesPerDay * 1_000_000) / bytesPerPoint,
    webhooks: limits.webhooksPerHour,
  }
}

/** The name of a counter; `listUsage` puts it together in the same way. */
export const quotaKey = (quota: Quota, projectId: string) => `quota:${quota}:${projectId}`
