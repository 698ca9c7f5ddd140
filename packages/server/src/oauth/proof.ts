import type { Secrets } from '../secrets.ts'

/** What shows the provider that who redeems its response is who asked. */
export interface Proof {
  codeVerifier: string
  nonce: string
}

export function sealProof(secrets: Secrets, projectId: string, proof: Proof): string {
  return secrets.encrypt(JSON.stringify(proof), purposeOf(projectId))
}

export function openProof(secrets: Secrets, projectId: string, sealed: string): Proof {
  return JSON.parse(secrets.decrypt(sealed, purposeOf(projectId))) as Proof
}

function purposeOf(projectId: string): string {
  return `OAuth flow in ${projectId}`
}
