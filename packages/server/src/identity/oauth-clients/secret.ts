import { randomBytes } from 'node:crypto'
import type { OAuthClientType } from '@latchkey/contract'

const prefix = 'ocs_'

/** 256 random bits behind a prefix that people and secret scanners recognise. */
export function createClientSecret(): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** The others run where users could read it. */
export function hasSecrets(type: OAuthClientType): boolean {
  return type === 'web' || type === 'machine'
}
