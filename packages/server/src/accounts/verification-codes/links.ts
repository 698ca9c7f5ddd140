import { KnownError } from '@latchkey/contract'
import type { Context, OpenContext } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { projectCache } from '../../projects/cache.ts'
import { type CodeKind, findLinkCode } from '../../records/verification-codes/queries.ts'

const codeLength = 45

/** The code of a link to a page of this server, used or not, and its project. */
export async function getLinkCode<K extends CodeKind>(open: OpenContext, kind: K, code: string | undefined) {
  if (code?.length !== codeLength) throw new PlainError(400, 'The link is incomplete. Copy the whole link.')
  const text = code.toLowerCase()
  const found = await findLinkCode(open.db, kind, text)
  const project = found && (await projectCache(open.platform).find(found.project_id))
  if (!project) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  if (found.expires_at <= open.now()) throw new KnownError('VERIFICATION_CODE_EXPIRED')
  const ctx: Context = open.ofProject(project)
  return { ctx, found, text }
}
