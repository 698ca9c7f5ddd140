import type { Secrets } from '../../platform/secrets.ts'
import type { ProviderResponse } from './provider-response.ts'

/** A provider's response that has not been acted on yet, stored with the code. */
export function sealResponse(secrets: Secrets, projectId: string, response: ProviderResponse): string {
  return secrets.encrypt(JSON.stringify(response), purposeOfPendingResponse(projectId))
}

export function openResponse(secrets: Secrets, projectId: string, sealed: string): ProviderResponse {
  const response = JSON.parse(secrets.decrypt(sealed, purposeOfPendingResponse(projectId))) as ProviderResponse
  const { tokens } = response
  return { ...response, tokens: tokens && { ...tokens, expiresAt: new Date(tokens.expiresAt) } }
}

export function purposeOfPendingResponse(projectId: string): string {
  return `pending provider response in ${projectId}`
}
