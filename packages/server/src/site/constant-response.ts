import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'

/** Formats that are compressed already. */
const compressedTypes = /^(?:application\/gzip|image\/(?:webp|png)|font\/woff2)$/

/** A constant response: compressed and hashed once, with an ETag so that browsers can cache it. */
export function constantResponse(
  content: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
): (c: Context) => Response {
  const compressed = compressedTypes.test(headers['content-type'] ?? '') ? undefined : new Uint8Array(gzipSync(content))
  const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
  const common = { 'cache-control': 'no-cache', ...headers, etag, ...(compressed && { vary: 'accept-encoding' }) }

  return (c) => {
    if (c.req.header('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers: common })
    if (!compressed || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? ''))
      return new Response(content, { headers: common })
    return new Response(compressed, { headers: { ...common, 'content-encoding': 'gzip' } })
  }
}

/** Prepared on first use and cached: the response does not change while the server runs. */
export function once(prepare: () => Promise<(c: Context) => Response>): (c: Context) => Promise<Response> {
  let prepared: Promise<(c: Context) => Response> | undefined
  return async (c) => {
    prepared ??= prepare()
    return (await prepared)(c)
  }
}
