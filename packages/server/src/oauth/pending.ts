import type { Secrets } from '../secrets.ts'
import type { ProviderAnswer } from './answer.ts'

/** A provider's response that has not been acted on yet, stored with the code. */
export function sealAnswer(secrets: Secrets, projectId: string, answer: ProviderAnswer): string {
  return secrets.encrypt(JSON.stringify(answer), purposeOf(projectId))
}

export function openAnswer(secrets: Secrets, projectId: string, sealed: string): ProviderAnswer {
  const answer = JSON.parse(secrets.decrypt(sealed, purposeOf(projectId))) as ProviderAnswer
  return { ...answer, tokens: { ...answer.tokens, expiresAt: new Date(answer.tokens.expiresAt) } }
}

function purposeOf(projectId: string): string {
  return `pending provider answer in ${projectId}`
}
