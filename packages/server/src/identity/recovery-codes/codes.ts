import { createHmac, randomBytes } from 'node:crypto'

/** Crockford's base32: without the letters that look like digits, and without U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16
const inSet = 10

/** 80 random bits each, in groups of four: `7KQ2-X9FM-04TB-CEHW`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: inSet }, () => {
    const text = Array.from(randomBytes(length), (byte) => alphabet[byte & 31]).join('')
    return text.replace(/.{4}(?=.)/g, '$&-')
  })
}

/**
 * Case, spaces, hyphens and other dashes do not matter, letters that look like digits count as those, and keyboards for
 * Chinese or Japanese may type wide characters.
 */
export function normalizeRecoveryCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/** A slow hash would add nothing to 80 random bits, and ten of them per try would be a way to overload the server. */
export function hashRecoveryCode(key: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(normalizeRecoveryCode(code)).digest()
}
