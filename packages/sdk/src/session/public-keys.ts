/** How long keys are used without looking whether they have changed: as long as the server lets verifiers cache them. */
const freshMillis = 3_600_000
/** A token with an unknown key makes us look for new keys, but strangers cannot make us look all the time. */
const retryMillis = 30_000
/** Without any key nobody can be recognized, so a server that was away is asked again soon. */
const firstRetryMillis = 1_000
const maxKeys = 20

/** The public keys of a project, fetched when they are needed. */
export class PublicKeys {
  readonly #fetch: () => Promise<readonly JsonWebKey[]>
  #keys = new Map<string, CryptoKey>()
  #fetching: Promise<void> | undefined
  #fetchedAt = -Infinity
  #triedAt = -Infinity
  /** Why the last attempt failed. */
  #failure: unknown

  constructor(fetch: () => Promise<readonly JsonWebKey[]>) {
    this.#fetch = fetch
  }

  /** Undefined if the project has no such key. Throws if that cannot be found out, because the server is away. */
  async find(id: string): Promise<CryptoKey | undefined> {
    if (this.#keys.has(id)) {
      const isFresh = Math.abs(Date.now() - this.#fetchedAt) < freshMillis
      // While the server is away, known keys go on working. Others do not wait for whoever asks it.
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
    // Some runtimes drop what they do for a request that was cancelled, so nobody waits for one that takes too long.
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
      const imported = await Promise.all(found.map(importKey))
      this.#keys = new Map(imported.filter((key) => !!key))
      this.#fetchedAt = Date.now()
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
      throw error
    }
  }
}

/** Keys of other kinds, which a later server may have, are left out. */
async function importKey(jwk: JsonWebKey & { kid?: unknown }): Promise<[string, CryptoKey] | undefined> {
  const { kty, crv, x, y, kid } = jwk
  if (kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string') return
  const curve = { name: 'ECDSA', namedCurve: crv }
  return [kid, await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, curve, false, ['verify'])]
}
