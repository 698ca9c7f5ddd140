/** How long keys are used before they are fetched again: as long as the server allows to cache them. */
const freshMillis = 3_600_000
/** A token with an unknown key triggers a fetch of the keys, but forged tokens must not trigger one each. */
const retryMillis = 30_000
/** Without any keys no user can be recognized, so a failed first fetch is retried soon. */
const firstRetryMillis = 1_000
const maxKeys = 20

type ImportKey = (this: void, jwk: JsonWebKey) => Promise<[id: string, key: CryptoKey] | undefined>

/** The public keys of a project, fetched lazily. */
export class PublicKeys {
  readonly #fetch: () => Promise<readonly JsonWebKey[]>
  readonly #import: ImportKey
  #keys = new Map<string, CryptoKey>()
  #fetching: Promise<void> | undefined
  #fetchedAt = -Infinity
  #triedAt = -Infinity
  /** Why the last attempt failed. */
  #failure: unknown

  constructor(fetch: () => Promise<readonly JsonWebKey[]>, importKey: ImportKey = importEllipticKey) {
    this.#fetch = fetch
    this.#import = importKey
  }

  /** Undefined if the project has no such key. Throws if the keys cannot be fetched. */
  async find(id: string): Promise<CryptoKey | undefined> {
    if (this.#keys.has(id)) {
      const isFresh = Math.abs(Date.now() - this.#fetchedAt) < freshMillis
      // Known keys keep working while the server cannot be reached. Only the call that updates the keys waits.
      if (!isFresh && !this.#fetching && this.#mayTry) await this.#update().catch(() => {})
    } else if (this.#fetching || this.#mayTry) {
      await this.#update()
    } else if (this.#failure) {
      throw this.#failure
    }
    return this.#keys.get(id)
  }

  get #mayTry(): boolean {
    return Math.abs(Date.now() - this.#triedAt) >= (this.#keys.size ? retryMillis : firstRetryMillis)
  }

  #update(): Promise<void> {
    // Some runtimes abandon the work of a cancelled request, so a fetch that takes too long is not awaited.
    if (this.#fetching && Math.abs(Date.now() - this.#triedAt) < retryMillis) return this.#fetching
    this.#triedAt = Date.now()
    const fetching = this.#load().finally(() => {
      if (this.#fetching === fetching) this.#fetching = undefined
    })
    this.#fetching = fetching
    return fetching
  }

  async #load(): Promise<void> {
    try {
      const found = (await this.#fetch()).slice(0, maxKeys)
      const imported = await Promise.all(found.map(this.#import))
      this.#keys = new Map(imported.filter((key) => !!key))
      this.#fetchedAt = Date.now()
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
      throw error
    }
  }
}

/** Skips keys of other types, which a newer server may have. */
export async function importEllipticKey(jwk: JsonWebKey & { kid?: unknown }): Promise<[string, CryptoKey] | undefined> {
  const { kty, crv, x, y, kid } = jwk
  if (kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string') return
  const curve = { name: 'ECDSA', namedCurve: crv }
  return [kid, await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, curve, false, ['verify'])]
}
