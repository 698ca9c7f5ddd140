import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from 'hono'
import { constantResponse } from './constant-response.ts'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}

/**
 * Serves a built single-page app. Only files that existed at the start are served, so no path can lead out of the
 * folder; every other path gets the app's index page.
 */
export function serveFolder(folder: URL, prefix: string, headers: Record<string, string>) {
  const root = fileURLToPath(folder)
  const names = new Set(existsSync(root) ? listNames(root) : [])
  const responses = new Map<string, (c: Context) => Response>()

  return async (c: Context): Promise<Response> => {
    const wanted = c.req.path.slice(prefix.length)
    // A missing asset must be a 404: returning the index page would hide the problem.
    if (wanted.startsWith('assets/') && !names.has(wanted)) return c.notFound()
    const name = names.has(wanted) ? wanted : 'index.html'
    const response = responses.get(name) ?? (await prepareResponse(root, name, headers))
    responses.set(name, response)
    return response(c)
  }
}

/** Regular files below the folder, without symbolic links. */
function listNames(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}

async function prepareResponse(root: string, name: string, headers: Record<string, string>) {
  const content = new Uint8Array(await readFile(join(root, name)))
  const isHashed = name.startsWith('assets/')
  return constantResponse(content, {
    ...headers,
    'content-type': types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
}
