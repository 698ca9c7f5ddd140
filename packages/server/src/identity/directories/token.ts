import { randomBytes } from 'node:crypto'

const prefix = 'scim_'

/** 256 random bits behind a prefix that people and secret scanners recognise. */
export function createDirectoryToken(): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** So that what cannot be a token is refused without a query. */
export function isDirectoryToken(text: string): boolean {
  return /^scim_[\w-]{43}$/.test(text)
}
