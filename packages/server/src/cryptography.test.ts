import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { randomCode } from './platform/random-code.ts'
import { createSecrets } from './platform/secrets.ts'

const folder = new URL('./', import.meta.url)
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing'))
  .map((path) => ({ path, code: readFileSync(new URL(path.replaceAll('\\', '/'), folder), 'utf8') }))

/** The algorithms that calls of these functions name. */
function listAlgorithms(call: RegExp): string[] {
  const pattern = new RegExp(`\\b(?:${call.source})\\('([^']+)'`, 'g')
  return [...new Set(sources.flatMap(({ code }) => [...code.matchAll(pattern)].map(([, name]) => name!)))].sort()
}

// ASVS 11.2.3, 11.3.1, 11.3.2
test('the only cipher is AES-256-GCM', () => {
  expect(listAlgorithms(/createCipheriv|createDecipheriv/)).toEqual(['aes-256-gcm'])
  const named = sources.flatMap(({ code }) => code.match(/'(?:aes|des|rc4|chacha20)-[^']*'/gi) ?? [])
  expect(new Set(named)).toEqual(new Set(["'aes-256-gcm'"]))
})

// ASVS 12.3.2
test('certificates of other servers are verified, and nothing turns that off', () => {
  const without = sources.filter(({ code }) => /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity/.test(code))
  expect(without.map(({ path }) => path)).toEqual([])
})

// ASVS 11.4.1, 11.4.3
test('the only hash function is SHA-256, but for SHA-1 where authenticator apps and lists of leaked passwords require it', () => {
  expect(listAlgorithms(/createHash|hash|hkdfSync/)).toEqual(['sha1', 'sha256'])
  expect(listAlgorithms(/createHmac/)).toEqual(['sha1', 'sha256'])
  const withSha1 = sources.filter(({ code }) => /'sha-?1'/i.test(code))
  expect(withSha1.map(({ path }) => path).sort()).toEqual(['identity/mfa/totp.ts', 'identity/password/leak-service.ts'])
})

// ASVS 6.5.3, 7.2.3, 11.5.1
test('tokens and codes have 225 bits of a secure generator, and no other is used', () => {
  const codes = Array.from({ length: 2000 }, randomCode)
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/)
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes.join('')).size).toBe(32)
  expect(sources.filter(({ code }) => code.includes('Math.random')).map(({ path }) => path)).toEqual([])
})

// ASVS 11.3.3
test('what is encrypted cannot be changed, moved elsewhere or read with another secret', () => {
  const secrets = createSecrets('x'.repeat(32))
  const sealed = secrets.encrypt('a secret', 'place')
  expect(secrets.decrypt(sealed, 'place')).toBe('a secret')
  const [version, id, text] = sealed.split(':') as [string, string, string]
  const bytes = Buffer.from(text, 'base64')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index]! ^= 1
    expect(() => secrets.decrypt(`${version}:${id}:${changed.toString('base64')}`, 'place')).toThrow()
  }
  expect(() => secrets.decrypt(sealed, 'another place')).toThrow()
  expect(() => createSecrets('y'.repeat(32)).decrypt(sealed, 'place')).toThrow()
})
