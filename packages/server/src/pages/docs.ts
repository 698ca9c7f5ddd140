import { describeApi } from '@latchkey/contract/openapi'
import { pageHeaders } from './page-headers.ts'
import type { PageApp } from './pages.ts'
import { pageStyles } from './styles.ts'

export function serveDocs(app: PageApp): void {
  let description: string | undefined
  app.get('/docs/openapi.json', () => {
    description ??= JSON.stringify(describeApi())
    return new Response(description, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' },
    })
  })
  app.get(
    pageStyles.path,
    () =>
      new Response(pageStyles.css, {
        headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' },
      }),
  )
  app.get('/docs', (c) => c.html('<!doctype html><a href="/docs/openapi.json">openapi.json</a>', 200, pageHeaders()))
}
