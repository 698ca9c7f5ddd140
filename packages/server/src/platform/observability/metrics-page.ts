import { hash, timingSafeEqual } from 'node:crypto'
import type { PageApp } from '../../site/site.ts'

/** Metrics for Prometheus, for whoever knows the token. */
export function serveMetrics(app: PageApp, render: () => Promise<string>, token: string): void {
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async (c) => {
    if (!timingSafeEqual(digest(c.req.header('authorization') ?? ''), expected)) {
      return c.text('A valid bearer token is required.', 401, { 'www-authenticate': 'Bearer' })
    }
    return c.body(await render(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
