import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { newPerson } from './browser.ts'
import { certificate, serveClientDocuments } from './client-documents.ts'
import { createOwnProject, internalKeys } from './own-project.ts'
import { findFreePort, type StartedServer, startServer } from './start-server.ts'

const example = fileURLToPath(new URL('../examples/mcp-server/server.js', import.meta.url))

export interface McpWorld {
  server: StartedServer
  issuer: string
  /** Of the example, which is also the resource. */
  mcpUrl: string
  app: { projectId: string; publishableClientKey: string; baseUrl: string }
  env: Record<string, string>
  documents: Awaited<ReturnType<typeof serveClientDocuments>>
  configure(settings: object): Promise<unknown>
}

/** A server with a project that is an OAuth provider, the example of an MCP server, and clients that introduce themselves. */
export function useMcpWorld(): McpWorld {
  const world = {} as McpWorld
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-mcp-'))
  let program: ChildProcess
  beforeAll(async () => {
    const authorities = join(folder, 'authorities.pem')
    writeFileSync(authorities, certificate)
    world.documents = await serveClientDocuments()
    world.server = await startServer({ ...internalKeys, NODE_EXTRA_CA_CERTS: authorities })
    const { app, secretServerKey, configure } = await createOwnProject(world.server.url, {})
    const port = await findFreePort()
    world.app = app
    world.configure = configure
    world.issuer = `${world.server.url}/oauth/${app.projectId}`
    world.mcpUrl = `http://localhost:${port}/mcp`
    world.env = {
      LATCHKEY_API_URL: world.server.url,
      LATCHKEY_PROJECT_ID: app.projectId,
      LATCHKEY_PUBLISHABLE_CLIENT_KEY: app.publishableClientKey,
      LATCHKEY_SECRET_SERVER_KEY: secretServerKey,
    }
    await configure({
      'oauthProvider.isEnabled': true,
      'oauthProvider.allowMetadataDocuments': true,
      'oauthProvider.scopes': {
        'notes:read': { displayName: 'Read your notes' },
        'notes:write': { displayName: 'Change your notes' },
      },
      'oauthProvider.resources.mcp': {
        uri: world.mcpUrl,
        displayName: 'Fieldnotes',
        scopes: { 'notes:read': true, 'notes:write': true },
      },
    })
    program = await startExample(port, world.env)
  })
  afterAll(async () => {
    if (program?.exitCode === null) {
      program.kill('SIGTERM')
      await once(program, 'exit')
    }
    world.documents?.stop()
    await world.server?.stop()
    rmSync(folder, { recursive: true })
  })
  return world
}

async function startExample(port: number, env: Record<string, string>): Promise<ChildProcess> {
  const program = spawn(process.execPath, [example], {
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const deadline = Date.now() + 100_000; ; await delay(50)) {
    if (await fetch(`http://localhost:${port}/mcp`).catch(() => undefined)) return program
    if (program.exitCode !== null || Date.now() > deadline) throw new Error('The example did not start.')
  }
}

/** Somebody with an account, who approves what clients ask for. */
export interface Approver {
  email: string
  password: string
  userId: string
  headers: Record<string, string>
}

export async function signUp({ app }: McpWorld): Promise<Approver> {
  const person = newPerson()
  const headers = {
    'content-type': 'application/json',
    'x-stack-access-type': 'client',
    'x-stack-project-id': app.projectId,
    'x-stack-publishable-client-key': app.publishableClientKey,
  }
  const body = JSON.stringify({ ...person, verification_callback_url: 'http://localhost:3000/verify' })
  const response = await fetch(`${app.baseUrl}/api/v1/auth/password/sign-up`, { method: 'POST', headers, body })
  const { access_token, user_id } = await response.json()
  return { ...person, userId: user_id, headers: { ...headers, 'x-stack-access-token': access_token } }
}

/**
 * What a browser does from the request of a client until it returns there, without its pages: the person approves
 * everything. Returns the address that it leads to.
 */
export async function approve({ app, server }: McpWorld, person: Approver, request: URL): Promise<URL> {
  const jar = new Map<string, string>()
  let url = request
  for (let step = 0; step < 10; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    const location = response.headers.get('location')
    if (!location) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url)
    const interaction = url.searchParams.get('interaction')
    if (interaction) {
      const address = `${app.baseUrl}/api/v1/oauth-provider/interactions/${interaction}/approve`
      const approved = await fetch(address, { method: 'POST', headers: person.headers, body: '{}' })
      if (!approved.ok) throw new Error(`Approving answered ${approved.status}: ${await approved.text()}`)
      url = new URL((await approved.json()).redirect_url)
    }
    if (!url.href.startsWith(server.url)) return url
  }
  throw new Error(`There was no way back from ${request}.`)
}

interface NewClient {
  type: 'native' | 'web' | 'machine'
  redirect_uris?: string[]
}

/** As owners do in the dashboard. */
export async function registerClient({ env }: McpWorld, body: NewClient): Promise<{ id: string; secret: string }> {
  const response = await fetch(`${env.LATCHKEY_API_URL}/api/v1/oauth-clients`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'server',
      'x-stack-project-id': env.LATCHKEY_PROJECT_ID!,
      'x-stack-secret-server-key': env.LATCHKEY_SECRET_SERVER_KEY!,
    },
    body: JSON.stringify({ display_name: 'Registered', ...body }),
  })
  if (!response.ok) throw new Error(`Registering answered ${response.status}: ${await response.text()}`)
  const { id, client_secret } = await response.json()
  return { id, secret: client_secret }
}
