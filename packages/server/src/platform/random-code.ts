import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** 45 characters, 225 random bits: refresh tokens, verification codes and, behind a prefix, project keys. */
export function randomCode(): string {
  let code = ''
  for (const byte of randomBytes(45)) code += alphabet[byte & 31]
  return code
}
