import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@latchkey/server'
import { findFreePort, Program } from './processes.ts'

const serverScript = new URL('../../packages/server/dist/bundle/main.js', import.meta.url)
const keys = {
  client: 'client-key-of-the-benchmark',
  server: 'server-key-of-the-benchmark',
  admin: 'admin-key-of-the-benchmark',
}
const keyHeader = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
}

/** A server in development mode with an empty database, whose internal project has known keys and no rate limits. */
export async function startInternalServer(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'shared') })
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const program = new Program(serverScript, {
    PORT: String(port),
    LATCHKEY_URL: url,
    LATCHKEY_DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.connectionString,
    LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: keys.client,
    LATCHKEY_INTERNAL_SECRET_SERVER_KEY: keys.server,
    LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: keys.admin,
    LATCHKEY_RATE_LIMITS: 'off',
    LATCHKEY_LOG: 'error',
    ...settings,
  })
  const close = async () => {
    await program.stop()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await program.waitForResponse(url)
  } catch (error) {
    await close()
    throw error
  }
  return { url, program, databaseUrl: postgres.connectionString, call: callOf(url), close }
}

/** Of a JSON request to the internal project. */
export function headersOf(access: keyof typeof keys): Record<string, string> {
  return {
    'content-type': 'application/json',
    'x-stack-project-id': 'internal',
    'x-stack-access-type': access,
    [keyHeader[access]]: keys[access],
  }
}

/** A request to the internal project with its admin key. */
function callOf(url: string) {
  return async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: headersOf('admin'),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`)
    return response.json() as Promise<T>
  }
}
