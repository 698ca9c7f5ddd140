import type { ProviderRequest } from './provider-request.ts'
import { purposeOfOAuthAnswer } from './purposes.ts'
import type { RecordRow } from './record-queries.ts'

/** How long a consumed refresh token gets the same answer again. */
export const graceMillis = 30_000

interface Asked {
  clientId: string
  params: Record<string, unknown>
}

/** What a refresh asks for. With another scope or resource it would need another answer. */
const describe = ({ params }: Asked) => JSON.stringify([params.scope ?? null, params.resource ?? null])

export function sealAnswer({ ctx, projectId }: ProviderRequest, body: unknown, asked: Asked): string {
  const text = JSON.stringify({ body, asked: describe(asked) })
  return ctx.platform.secrets.encrypt(text, purposeOfOAuthAnswer(projectId))
}

/** Undefined if the token was not used a moment ago. Without a body, that request asked for something else. */
export function findRepeatedAnswer(
  { ctx, projectId }: ProviderRequest,
  { consumed_at, answer_encrypted, payload }: RecordRow,
  asked: Asked,
): { body: unknown } | undefined {
  if (!consumed_at || !answer_encrypted || payload.clientId !== asked.clientId) return undefined
  if (ctx.now().getTime() - consumed_at.getTime() > graceMillis) return undefined
  const text = ctx.platform.secrets.decrypt(answer_encrypted, purposeOfOAuthAnswer(projectId))
  const answer = JSON.parse(text) as { body: unknown; asked: string }
  return { body: answer.asked === describe(asked) ? answer.body : undefined }
}
