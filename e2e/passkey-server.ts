import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../packages/server/dist/main.js', import.meta.url))

export interface PasskeyServer {
  url: string
  /** What the demo app reads at its start, for a project that has passkeys on. */
  config: { projectId: string; publishableClientKey: string; baseUrl: string }
  stop(): Promise<void>
}

/** A server on which somebody has created a project and switched passkeys on, as its owner does. */
export async function startPasskeyServer(): Promise<PasskeyServer> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-e2e-'))
  const url = `http://localhost:${await findFreePort()}`
  const internalKey = `pck_${randomBytes(24).toString('hex')}`
  const server = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      PORT: new URL(url).port,
      LATCHKEY_DATA_DIR: folder,
      LATCHKEY_LOG: 'warn',
      LATCHKEY_RATE_LIMITS: 'off',
      LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: internalKey,
      LATCHKEY_INTERNAL_SECRET_SERVER_KEY: `ssk_${randomBytes(24).toString('hex')}`,
      LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: `sak_${randomBytes(24).toString('hex')}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const deadline = Date.now() + 60_000; ; await delay(50)) {
    if ((await fetch(`${url}/health`).catch(() => undefined))?.ok) break
    if (server.exitCode !== null || Date.now() > deadline) throw new Error('The server did not start.')
  }
  return {
    url,
    config: { ...(await createProject(url, internalKey)), baseUrl: url },
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function createProject(url: string, internalKey: string) {
  const internal = {
    'x-stack-access-type': 'client',
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': internalKey,
  }
  const owner = await post(`${url}/api/v1/auth/password/sign-up`, internal, {
    email: 'owner@example.com',
    password: 'correct horse battery',
    verification_callback_url: `${url}/handler/email-verification`,
  })
  const asOwner = { ...internal, 'x-stack-access-token': owner.access_token }
  const teams = await (await fetch(`${url}/api/v1/users/me`, { headers: asOwner })).json()
  const project = await post(`${url}/api/v1/internal/projects`, asOwner, {
    display_name: 'Fieldnotes',
    owner_team_id: teams.selected_team_id,
    config: { allow_localhost: true, magic_link_enabled: true, passkey_enabled: true },
  })
  const asAdmin = {
    'x-stack-access-type': 'admin',
    'x-stack-project-id': project.id,
    'x-stack-admin-access-token': owner.access_token,
  }
  const keys = await post(`${url}/api/v1/internal/api-keys`, asAdmin, {
    description: 'The app',
    expires_at_millis: Date.now() + 3_600_000,
    has_publishable_client_key: true,
    has_secret_server_key: false,
    has_super_secret_admin_key: false,
  })
  return { projectId: project.id, publishableClientKey: keys.publishable_client_key }
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
