import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { transportSecurity } from '../../http/page-headers.ts'
import type { Settings } from '../../platform/platform.ts'
import { version } from '../../platform/version.ts'
import { constantResponse, once } from '../constant-response.ts'
import type { PageApp } from '../site.ts'
import { endOfTar, tarEntry } from './tar.ts'

type PackageConfig = Pick<Settings, 'url' | 'isProduction'>

/**
 * The packages that apps install from this server, always in its own version: `npm install <url>/packages/react.tgz`.
 * Clients ask each time whether their copy is current, because an upgrade changes what is at these addresses.
 */
export function servePackages(app: PageApp, folder: URL, config: PackageConfig): void {
  const serve = (name: string, read: () => Promise<Buffer>) =>
    app.get(
      `/packages/${name}.tgz`,
      once(async () => constantResponse(new Uint8Array(await read()), headersOf(name, config))),
    )
  for (const name of ['react', 'sdk', 'cli']) serve(name, () => readFile(new URL(`${name}.tgz`, folder)))
  serve('create', () => packCreate(folder, config.url))
  // Apart from the program, because `npx` goes on using the one that it has downloaded first.
  app.get(
    '/packages/templates.json',
    once(async () => constantResponse(await readFile(new URL('templates.json', folder), 'utf8'), templateHeaders)),
  )
}

const templateHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
}

function headersOf(name: string, config: PackageConfig): Record<string, string> {
  return {
    'content-type': 'application/gzip',
    'content-disposition': `attachment; filename="latchkey-${name}-${version}.tgz"`,
    'x-content-type-options': 'nosniff',
    ...transportSecurity(config),
  }
}

/** The program that makes an app learns from a file in its package which server to connect the app to. */
async function packCreate(folder: URL, url: string): Promise<Buffer> {
  const server = tarEntry('package/server.json', Buffer.from(`${JSON.stringify({ url })}\n`))
  return gzipSync(Buffer.concat([await readFile(new URL('create.tar', folder)), server, endOfTar]))
}
