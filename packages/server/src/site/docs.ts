import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Context } from 'hono'
import { pageHeaders } from '../http/page-headers.ts'
import type { Html } from '../http/pages/layout.ts'
import { packageFolder } from '../platform/package-folder.ts'
import type { Platform } from '../platform/platform.ts'
import { constantResponse, once } from './constant-response.ts'
import { readApi } from './docs/api.ts'
import { guides, renderGuide } from './docs/guides.ts'
import { findReference } from './docs/reference.ts'
import { createDocsSearch, type DocsSearch, renderSearch } from './docs/search.ts'
import type { PageApp } from './site.ts'

/** The pictures in the guides; like those, they are not in the package. */
const imageFolder = new URL('../../docs/images/', packageFolder)

const imageTypes: Readonly<Record<string, string>> = { '.webp': 'image/webp', '.svg': 'image/svg+xml' }

function listImages(): string[] {
  return existsSync(imageFolder) ? readdirSync(imageFolder).filter((name) => extname(name) in imageTypes) : []
}

export function serveDocs(app: PageApp, { config }: Pick<Platform, 'config'>): void {
  const headers = { ...pageHeaders(config), 'content-type': 'text/html; charset=utf-8' }
  const page = (render: () => Html) => once(async () => constantResponse(String(await render()), headers))

  const reference = new Map<string, (c: Context) => Response>()
  const respondReference = async (c: Context) => {
    const { path } = c.req
    const known = reference.get(path)
    if (known) return known(c)
    const rendered = findReference(path, { url: config.url, hasGuides: guides.length > 0 })
    if (!rendered) return c.notFound()
    const response = constantResponse(String(await rendered), headers)
    reference.set(path, response)
    return response(c)
  }

  app.get('/docs', respondReference)
  app.get('/docs/api', (c) => c.redirect('/docs'))
  app.get('/docs/api/:page', respondReference)
  for (const guide of guides) {
    app.get(
      guide.path,
      page(() => renderGuide(guide, config)),
    )
  }
  app.get('/docs/guide', (c) => c.redirect(guides[0]?.path ?? '/docs'))
  let search: Promise<DocsSearch> | undefined
  const find = async (query: string) => {
    search ??= createDocsSearch(config)
    return (await search).find(query)
  }
  app.get('/docs/search', async (c) => {
    const query = c.req.query('q') ?? ''
    return c.html(renderSearch(query, await find(query)), 200, headers)
  })
  app.get('/docs/search.json', async (c) =>
    c.json(await find(c.req.query('q') ?? ''), 200, { 'cache-control': 'no-cache' }),
  )
  for (const name of listImages()) {
    app.get(
      `/docs/images/${name}`,
      once(async () =>
        constantResponse(new Uint8Array(await readFile(new URL(name, imageFolder))), {
          'content-type': imageTypes[extname(name)]!,
          'x-content-type-options': 'nosniff',
        }),
      ),
    )
  }
  app.get(
    '/docs/openapi.json',
    once(async () =>
      constantResponse(`${JSON.stringify(readApi(), null, 2)}\n`, {
        'content-type': 'application/json; charset=utf-8',
        'access-control-allow-origin': '*',
        'x-content-type-options': 'nosniff',
      }),
    ),
  )
}
