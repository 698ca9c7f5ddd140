import type { IncomingHttpHeaders } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context as HonoContext } from 'hono'
import type { Caller, RequestHeaders } from '../http/context.ts'
import { isFromThisMachine } from '../http/this-machine.ts'
import { findClientAddress, type ProxyTrust } from '../platform/http/client-address.ts'
import { PlainError } from '../platform/http/plain-error.ts'

export type Env = { Bindings: Partial<HttpBindings> }

export class HttpCaller implements Caller {
  readonly headers: RequestHeaders
  readonly peer: string | undefined
  readonly #trust: ProxyTrust
  #address: { known: string | undefined } | undefined

  constructor(c: HonoContext<Env>, trust: ProxyTrust) {
    const incoming = c.env?.incoming
    this.headers = incoming?.headers ? new NodeHeaders(incoming.headers) : c.req.raw.headers
    this.peer = incoming?.socket.remoteAddress
    this.#trust = trust
  }

  get address(): string | undefined {
    this.#address ??= { known: findClientAddress(this.headers, this.peer, this.#trust) }
    return this.#address.known
  }

  get isProxied(): boolean {
    return this.#trust.isTrusted(this.peer ?? '')
  }

  get isOnThisMachine(): boolean {
    return isFromThisMachine(this.headers, this.peer)
  }
}

class NodeHeaders implements RequestHeaders {
  readonly #headers: IncomingHttpHeaders

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers
  }

  get(name: string): string | null {
    const value = this.#headers[name]
    return value === undefined ? null : String(value)
  }
}

/** A repeated parameter becomes a list, which no route accepts, rather than one of the values. */
export function readQuery(url: string): Record<string, string | string[]> {
  const start = url.indexOf('?')
  const query: Record<string, string | string[]> = {}
  if (start === -1) return query
  for (const [name, value] of new URLSearchParams(url.slice(start))) {
    // The database cannot store it.
    if (`${name}${value}`.includes('\0')) throw new PlainError(400, 'The query has a character U+0000.')
    const known = Object.hasOwn(query, name) ? query[name]! : undefined
    const both = known === undefined ? value : [known, value].flat()
    Object.defineProperty(query, name, { value: both, enumerable: true, configurable: true, writable: true })
  }
  return query
}
