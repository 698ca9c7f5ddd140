import type { Secrets } from '../../platform/secrets.ts'

/** The secrets that prove to the provider that the same client started the flow and redeems the code. */
export interface Proof {
  codeVerifier: string
  nonce: string
  /** Of the request to a SAML provider. */
  requestId?: string
}

export function sealProof(secrets: Secrets, projectId: string, proof: Proof): string {
  return secrets.encrypt(JSON.stringify(proof), purposeOfProof(projectId))
}

export function openProof(secrets: Secrets, projectId: string, sealed: string): Proof {
  return JSON.parse(secrets.decrypt(sealed, purposeOfProof(projectId))) as Proof
}

export function purposeOfProof(projectId: string): string {
  return `OAuth flow in ${projectId}`
}
