import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { signingKeys } from '../accounts/sessions/signing-keys.ts'
import type { TestProject } from './project.ts'

type Json = Record<string, unknown>

const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const attackerJwk = attacker.publicKey.export({ format: 'jwk' })
export const strangersKey = attacker.privateKey
const tenYears = 10 * 365 * 24 * 3600

const encode = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function forge(header: Json, claims: Json, key: KeyObject): string {
  const content = `${encode(header)}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}

/** A token and the keys of the server that signed it. */
export interface Forgeable {
  token: string
  parts: [string, string, string]
  header: Json
  claims: Json
  privateKey: KeyObject
  publicKey: KeyObject
}

export function readForgeable(project: TestProject, token: string): Forgeable {
  const parts = token.split('.') as Forgeable['parts']
  const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const { now } = project.server.platform
  const keys = signingKeys(project.server.platform)
  const key = keys.find(claims.aud, header.kid, now().getTime())!
  return { token, parts, header, claims, privateKey: key.privateKey, publicKey: key.publicKey }
}

/** Made without the server's private key. */
export const forgeries: Record<string, (original: Forgeable) => string> = {
  'alg none': ({ header, claims }) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  'alg None with the old signature': ({ header, parts }) =>
    `${encode({ ...header, alg: 'None' })}.${parts[1]}.${parts[2]}`,
  'HS256 with the public key as PEM': ({ header, parts, publicKey }) =>
    hmac(header, parts[1], publicKey.export({ type: 'spki', format: 'pem' }) as string),
  'HS256 with the public key as DER': ({ header, parts, publicKey }) =>
    hmac(header, parts[1], publicKey.export({ type: 'spki', format: 'der' })),
  'HS256 with the public key as JWK': ({ header, parts, publicKey }) =>
    hmac(header, parts[1], JSON.stringify(publicKey.export({ format: 'jwk' }))),
  'HS256 with an empty key': ({ header, parts }) => hmac(header, parts[1], ''),
  'own key with the right kid': ({ header, claims }) => forge(header, claims, attacker.privateKey),
  'own key in jwk': ({ header, claims }) => forge({ ...header, jwk: attackerJwk }, claims, attacker.privateKey),
  'own key in jwk without kid': ({ claims }) => forge({ alg: 'ES256', jwk: attackerJwk }, claims, attacker.privateKey),
  'own key behind jku': ({ header, claims }) =>
    forge({ ...header, kid: 'mine', jku: 'https://evil.example/jwks.json' }, claims, attacker.privateKey),
  'own key behind x5u': ({ header, claims }) =>
    forge({ ...header, x5u: 'https://evil.example/cert.pem' }, claims, attacker.privateKey),
  'unknown kid': ({ header, claims }) => forge({ ...header, kid: 'unknown00000' }, claims, attacker.privateKey),
  'kid that is a path': ({ header, claims }) =>
    forge({ ...header, kid: '../../../dev/null' }, claims, attacker.privateKey),
  'kid of a prototype': ({ header, claims }) => forge({ ...header, kid: '__proto__' }, claims, attacker.privateKey),
  'another user in the payload': ({ parts, claims }) =>
    `${parts[0]}.${encode({ ...claims, sub: crypto.randomUUID() })}.${parts[2]}`,
  'a later exp in the payload': ({ parts, claims }) =>
    `${parts[0]}.${encode({ ...claims, exp: (claims.exp as number) + 60 })}.${parts[2]}`,
  'empty signature': ({ parts }) => `${parts[0]}.${parts[1]}.`,
  'no signature': ({ parts }) => `${parts[0]}.${parts[1]}`,
  'signature of zeros': ({ parts }) => `${parts[0]}.${parts[1]}.${Buffer.alloc(64).toString('base64url')}`,
  'signature cut short': ({ token }) => token.slice(0, -4),
  'five parts': ({ parts }) => `${parts[0]}..${parts[1]}.${parts[2]}.`,
  'four parts': ({ token }) => `${token}.${token.split('.')[2]}`,
  'token twice': ({ token }) => `${token}, ${token}`,
  'not a JWT': () => 'garbage',
  'only dots': () => '..',
  'JSON session': ({ token }) => JSON.stringify({ accessToken: token, refreshToken: null }),
  'empty list': () => '[]',
  'lone percent sign': () => '%',
  'payload that is no object': ({ parts }) => `${parts[0]}.${Buffer.from('null').toString('base64url')}.${parts[2]}`,
  'a hundred thousand characters': ({ token }) => token + 'A'.repeat(100_000),
}

/** Signed with the server's own key, but not as the server signs. */
export const wrongClaims: Record<string, (original: Forgeable) => [header: Json, claims: Json]> = {
  'no exp': ({ header, claims: { exp, ...claims } }) => [header, claims],
  'exp as text': ({ header, claims }) => [header, { ...claims, exp: String(claims.exp) }],
  'exp in ten years': ({ header, claims }) => [header, { ...claims, exp: (claims.exp as number) + tenYears }],
  'no iat': ({ header, claims: { iat, ...claims } }) => [header, claims],
  'no sub': ({ header, claims: { sub, ...claims } }) => [header, claims],
  'no aud': ({ header, claims: { aud, ...claims } }) => [header, claims],
  'aud as list': ({ header, claims }) => [header, { ...claims, aud: [claims.aud] }],
  'aud as list with another': ({ header, claims }) => [header, { ...claims, aud: [claims.aud, crypto.randomUUID()] }],
  'no iss': ({ header, claims: { iss, ...claims } }) => [header, claims],
  'iss of another server': ({ header, claims }) => [
    header,
    { ...claims, iss: String(claims.iss).replace('localhost', 'evil.example') },
  ],
  'iss of anonymous users': ({ header, claims }) => [
    header,
    { ...claims, iss: String(claims.iss).replace('/projects/', '/projects-anonymous-users/') },
  ],
  'an anonymous user in the audience of the others': ({ header, claims }) => [
    header,
    { ...claims, is_anonymous: true },
  ],
  'the anonymous audience with the key of the other': ({ header, claims }) => [
    header,
    { ...claims, aud: `${claims.aud}:anon`, is_anonymous: true },
  ],
  'another project id than the audience': ({ header, claims }) => [
    header,
    { ...claims, project_id: crypto.randomUUID() },
  ],
  'another branch': ({ header, claims }) => [header, { ...claims, branch_id: 'other' }],
  'not valid yet': ({ header, claims }) => [header, { ...claims, nbf: (claims.exp as number) - 1 }],
  'a critical header that nobody knows': ({ header, claims }) => [{ ...header, crit: ['x'], x: 1 }, claims],
  'another algorithm in the header': ({ header, claims }) => [{ ...header, alg: 'ES384' }, claims],
}

function hmac(header: Json, payload: string, key: string | Buffer): string {
  const content = `${encode({ ...header, alg: 'HS256' })}.${payload}`
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
}
