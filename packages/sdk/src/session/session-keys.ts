import { hasCode } from '../errors/known-errors.ts'
import type { Transport } from '../transport/transport.ts'

// Sessions of a browser are bound to a key that scripts can use but not read, so that a copy of the refresh token is of
// no use elsewhere. Browsers load this file as soon as there is an app, because only sign-ins and refreshes need it.

/** The key of a project in this browser, and what the next refresh of each of its sessions has to sign. */
interface SessionKey {
  privateKey: CryptoKey
  /** In the order of RFC 7638. */
  jwk: { crv: string; kty: string; x: string; y: string }
  nonces: Record<string, string>
}

const path = '/auth/oauth/token'
const storeName = 'keys'
/** As many as there can be accounts, and some that have ended. */
const maxNonces = 8
/** Every other tab that refreshes at the same time costs a try. */
const maxTries = 8
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * The thumbprint of this browser's key, which is created if there is none. Undefined where keys cannot be kept, as in
 * some private windows and on http.
 */
export async function findThumbprint(projectId: string): Promise<string | undefined> {
  try {
    const key = (await readKey(projectId)) ?? (await createKey(projectId))
    return await hash(JSON.stringify(key.jwk))
  } catch {
    return undefined
  }
}

/**
 * A new access token. Null if the session has ended or the key is gone: then the token is of no use, and the server
 * would take it for a copy. Servers have no key either.
 */
export async function refresh(
  transport: Pick<Transport, 'requestTokens'>,
  projectId: string,
  refreshToken: string,
): Promise<string | null> {
  const key = globalThis.indexedDB && (await readKey(projectId))
  if (!key) return null
  let nonce = key.nonces[refreshToken] ?? (await hash(refreshToken))
  for (let tries = 1; ; tries++) {
    try {
      const session_proof = await signProof(key, nonce)
      const fields = { grant_type: 'refresh_token', refresh_token: refreshToken, session_proof }
      const { access_token, session_nonce } = await transport.requestTokens<Refreshed>(fields, true)
      // If this fails, the server says at the next refresh what to sign.
      if (session_nonce) await keepNonce(projectId, refreshToken, session_nonce).catch(() => {})
      return access_token
    } catch (error) {
      if (hasCode(error, 'REFRESH_TOKEN_ERROR')) return null
      if (!hasCode(error, 'SESSION_PROOF_OUTDATED') || tries === maxTries) throw error
      nonce = error.details.nonce
    }
  }
}

interface Refreshed {
  access_token: string
  session_nonce?: string
}

async function createKey(projectId: string): Promise<SessionKey> {
  // Not extractable: the private key never leaves the browser.
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign'])
  const { crv, kty, x, y } = (await crypto.subtle.exportKey('jwk', publicKey)) as SessionKey['jwk']
  const created: SessionKey = { privateKey, jwk: { crv, kty, x, y }, nonces: {} }
  // Another tab may have been faster, and have a session that is bound to its key.
  return (await change(projectId, (known) => known ?? created))!
}

const readKey = (projectId: string) => change(projectId, (known) => known)

async function keepNonce(projectId: string, refreshToken: string, nonce: string): Promise<void> {
  await change(projectId, (known) => {
    if (!known) return
    const { [refreshToken]: _, ...others } = known.nonces
    const kept = Object.entries(others).slice(1 - maxNonces)
    return { ...known, nonces: { ...Object.fromEntries(kept), [refreshToken]: nonce } }
  })
}

/** Reads and writes in one transaction, so that tabs do not overwrite what others have stored. */
async function change(
  projectId: string,
  next: (known: SessionKey | undefined) => SessionKey | undefined,
): Promise<SessionKey | undefined> {
  const opening = indexedDB.open('latchkey', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await resultOf(opening)
  try {
    const store = database.transaction(storeName, 'readwrite').objectStore(storeName)
    const known: SessionKey | undefined = await resultOf(store.get(projectId))
    const changed = next(known)
    if (changed && changed !== known) await resultOf(store.put(changed, projectId))
    return changed
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** In the format of RFC 9449. */
async function signProof({ privateKey, jwk }: SessionKey, nonce: string): Promise<string> {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { htm: 'POST', htu: path, nonce, iat, jti: crypto.randomUUID() }
  const content = [{ typ: 'dpop+jwt', alg: 'ES256', jwk }, claims].map((part) => encode(bytesOf(JSON.stringify(part))))
  const text = content.join('.')
  const signature = await crypto.subtle.sign({ ...algorithm, hash: 'SHA-256' }, privateKey, bytesOf(text))
  return `${text}.${encode(new Uint8Array(signature))}`
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

const hash = async (text: string) => encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytesOf(text))))

const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
