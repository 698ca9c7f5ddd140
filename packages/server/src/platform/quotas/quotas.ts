import { type AccessType, KnownError } from '@latchkey/contract'
import { BoundedCache } from '../bounded-cache.ts'
import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'
import { internalProjectId } from '../internal-project.ts'
import type { Log } from '../log.ts'
import type { Telemetry } from '../observability/telemetry.ts'
import { describeWait } from '../rate-limits/limiter.ts'
import { countInWindow } from '../rate-limits/window-queries.ts'
import {
  bytesPerPoint,
  type Quota,
  type QuotaLimits,
  quotaKey,
  toPoints,
  type WindowQuota,
  windowSeconds,
} from './limits.ts'
import { countUsers } from './queries.ts'
import { createRequestCounter } from './requests.ts'

export interface Quotas {
  /** Throws if the project has as many users as it may have. Sign-ups at the same moment may go past it by a few. */
  assertRoomForUser(db: Db, projectId: string, access: AccessType): Promise<void>
  /** Throws a 429 if the project has made too many requests. Counted in memory and shared with other nodes later. */
  countRequest(projectId: string): void
  /** Throws a 429 if the request would write too many bytes of metadata. */
  countMetadata(projectId: string, body: unknown): Promise<void>
  /** Takes as many as are left, up to the given number. What is refused has to wait, and is not lost. */
  take(name: 'emails' | 'webhooks', projectId: string, wanted: number): Promise<number>
  /** How many seconds are left until there is more of a quota that `take` has found exhausted. */
  secondsToWait(name: 'emails' | 'webhooks', projectId: string): number | undefined
  close(): Promise<void>
}

export const noQuotas: Quotas = {
  assertRoomForUser: async () => undefined,
  countRequest: () => undefined,
  countMetadata: async () => undefined,
  take: async (_name, _projectId, wanted) => wanted,
  secondsToWait: () => undefined,
  close: async () => undefined,
}

const maxRemembered = 10_000
const warnMillis = 3_600_000

export function createQuotas(options: { db: Db; limits: QuotaLimits; log: Log; telemetry: Telemetry }): Quotas {
  const { db, log, telemetry } = options
  const points = toPoints(options.limits)
  const waitingUntil = new BoundedCache<string, number>(maxRemembered)
  const warnedAt = new BoundedCache<string, number>(maxRemembered)
  const requests = createRequestCounter({ db, limit: points.requests, log })

  function report(quota: Quota, projectId: string): void {
    telemetry.count('latchkey.rate_limit.refusals', { limit: `quota:${quota}` })
    const key = quotaKey(quota, projectId)
    const now = performance.now()
    if (now - (warnedAt.get(key) ?? Number.NEGATIVE_INFINITY) < warnMillis) return
    warnedAt.set(key, now)
    log.warn('A project has reached a quota', { projectId, quota })
  }

  function refuse(quota: WindowQuota, projectId: string, wait: number): never {
    report(quota, projectId)
    const seconds = Math.max(Math.ceil(wait), 1)
    const message = `This project has used up its quota of ${quota}. Please try again in ${describeWait(seconds)}.`
    throw new PlainError(429, message, { 'retry-after': String(seconds) })
  }

  const secondsToWait = (quota: WindowQuota, projectId: string) => {
    const millis = (waitingUntil.get(quotaKey(quota, projectId)) ?? 0) - performance.now()
    return millis > 0 ? millis / 1000 : undefined
  }

  /** Once a quota is exhausted, no query is needed to know it. */
  async function take(quota: WindowQuota, projectId: string, wanted: number): Promise<number> {
    const limit = points[quota]
    if (limit === 0 || wanted === 0 || projectId === internalProjectId) return wanted
    if (secondsToWait(quota, projectId) !== undefined) return 0
    const key = quotaKey(quota, projectId)
    const { points: used, wait } = await countInWindow(db, { key, seconds: windowSeconds[quota] }, wanted)
    const taken = Math.max(Math.min(wanted, limit - (used - wanted)), 0)
    if (taken < wanted) {
      waitingUntil.set(key, performance.now() + wait * 1000)
      report(quota, projectId)
    }
    return taken
  }

  return {
    async assertRoomForUser(trx, projectId, access) {
      if (points.users === 0 || projectId === internalProjectId) return
      if ((await countUsers(trx, projectId)) < points.users) return
      report('users', projectId)
      // Visitors see that they cannot sign up; why is for those who run the app.
      if (access === 'client') throw new KnownError('SIGN_UP_NOT_ENABLED')
      throw new PlainError(403, `This project has reached its quota of ${points.users.toLocaleString('en')} users.`)
    },
    countRequest(projectId) {
      if (points.requests === 0 || projectId === internalProjectId) return
      const wait = requests.count(projectId)
      if (wait !== undefined) refuse('requests', projectId, wait)
    },
    async countMetadata(projectId, body) {
      const wanted = Math.ceil(countMetadataBytes(body) / bytesPerPoint)
      if ((await take('metadata', projectId, wanted)) < wanted) {
        refuse('metadata', projectId, secondsToWait('metadata', projectId) ?? 0)
      }
    },
    take,
    secondsToWait,
    close: () => requests.close(),
  }
}

const metadataFields = ['client_metadata', 'client_read_only_metadata', 'server_metadata']

function countMetadataBytes(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0
  const members = body as Record<string, unknown>
  const given = metadataFields.flatMap((name) => (members[name] == null ? [] : [JSON.stringify(members[name])]))
  return given.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
