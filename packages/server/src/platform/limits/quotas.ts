import { type AccessType, KnownError } from '@latchkey/contract'
import type { Db } from '../db/database.ts'
import { PlainError } from '../http/plain-error.ts'
import { internalProjectId } from '../internal-project.ts'
import type { Limiter } from './limiter.ts'
import { bytesPerPoint } from './rules.ts'
import { countUsers } from './usage-queries.ts'

export type Quotas = ReturnType<typeof createQuotas>

/** The project `internal` has no quotas. */
export function createQuotas(limiter: Limiter, maxUsers = 0) {
  const isLimited = (projectId: string) => projectId !== internalProjectId

  return {
    /** Throws if the project has as many users as it may have. Sign-ups at the same moment may go past it by a few. */
    async assertRoomForUser(trx: Db, projectId: string, access: AccessType): Promise<void> {
      if (maxUsers === 0 || !isLimited(projectId) || (await countUsers(trx, projectId)) < maxUsers) return
      limiter.report('quota:users', projectId)
      // Visitors see that they cannot sign up; why is for those who run the app.
      if (access === 'client') throw new KnownError('SIGN_UP_NOT_ENABLED')
      throw new PlainError(403, `This project has reached its quota of ${maxUsers.toLocaleString('en')} users.`)
    },
    /** Throws a 429 if the project has made too many requests. */
    async countRequest(projectId: string): Promise<void> {
      if (isLimited(projectId)) await limiter.consume({ 'quota:requests': projectId })
    },
    /** Throws a 429 if the request would write too many bytes of metadata. */
    async countMetadata(projectId: string, body: unknown): Promise<void> {
      const points = Math.ceil(countMetadataBytes(body) / bytesPerPoint)
      if (points > 0 && isLimited(projectId)) await limiter.consume({ 'quota:metadata': projectId }, points)
    },
    /** Takes as many as are left, up to the given number. What is refused has to wait, and is not lost. */
    async take(name: 'emails' | 'webhooks', projectId: string, wanted: number): Promise<number> {
      return isLimited(projectId) ? limiter.takeSome(`quota:${name}`, projectId, wanted) : wanted
    },
    /** How many seconds are left until there is more of a quota that `take` has found exhausted. */
    secondsToWait: (name: 'emails' | 'webhooks', projectId: string) =>
      limiter.secondsToWait(`quota:${name}`, projectId),
  }
}

const metadataFields = ['client_metadata', 'client_read_only_metadata', 'server_metadata']

function countMetadataBytes(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0
  const members = body as Record<string, unknown>
  const given = metadataFields.flatMap((name) => (members[name] == null ? [] : [JSON.stringify(members[name])]))
  return given.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}
