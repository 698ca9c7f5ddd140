import { StatusError } from '../errors/errors.ts'
import { NetworkError } from '../transport/network-error.ts'

const maxWaitMillis = 10_000

/** The OAuth provider of a project, as a resource uses it. */
export class Issuer {
  readonly #url: string
  readonly #client: { id: string; secret: string } | undefined

  constructor(url: string, client: { id: string; secret: string } | undefined) {
    this.#url = url
    this.#client = client
  }

  async fetchKeys(): Promise<readonly JsonWebKey[]> {
    const { keys } = await this.#fetchJson('/jwks', {})
    return Array.isArray(keys) ? keys : []
  }

  /** Those that a token still has, by token introspection (RFC 7662). Null if it is not valid anymore. */
  async findScopes(token: string): Promise<string[] | null> {
    if (!this.#client) throw new Error('Latchkey: `confirm` needs the option `client` of `protectResource`.')
    const { id, secret } = this.#client
    const authorization = `Basic ${btoa([id, secret].map(encodeURIComponent).join(':'))}`
    const body = new URLSearchParams({ token, token_type_hint: 'access_token' })
    const answer = await this.#fetchJson('/introspect', { method: 'POST', headers: { authorization }, body })
    const { active, scope } = answer
    return active === true ? String(scope ?? '').split(' ') : null
  }

  async #fetchJson(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const url = this.#url + path
    let response: Response
    let text: string
    try {
      response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(maxWaitMillis) })
      text = await response.text()
    } catch (error) {
      throw new NetworkError(`Latchkey: ${url} could not be reached.`, {}, error, false)
    }
    if (!response.ok) throw new StatusError(response.status, `Latchkey: ${url} answered ${response.status}.`, text)
    try {
      const answer: unknown = JSON.parse(text)
      if (typeof answer === 'object' && answer !== null) return answer as Record<string, unknown>
    } catch {}
    // A proxy that shows a page while the server is away.
    throw new StatusError(502, `Latchkey: ${url} did not answer with JSON.`)
  }
}
