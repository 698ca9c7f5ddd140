import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@latchkey/server'
import { type ChildProgram, execute, openWebhookReceiver, type WebhookReceiver } from '@latchkey/server/testing'
import { findFreePort } from '../start-server.ts'
import { type EmailSink, startEmailSink } from './email-sink.ts'
import { ask, type Node, spawnNode } from './node.ts'

/** A deployment: servers on one database, an email server and a receiver of webhooks. */
export interface Rig {
  folder: string
  postgres: RigDatabase
  /** Directly, whatever way the servers take. */
  databaseUrl: string
  nodes: Node[]
  /** All that were ever started, with what they have logged. */
  programs: ChildProgram[]
  emails: EmailSink
  webhooks: WebhookReceiver
  /** Starts a server again that has ended, as a supervisor would, or another version of it from its package. */
  restart(index: number, packageFolder?: string): void
  close(): Promise<void>
}

interface RigDatabase {
  connectionString: string
  /** Of the embedded database. */
  pid?: number
  stop(): Promise<void>
}

/** Of the servers in the database. */
export const role = 'application'

export interface RigOptions {
  nodes?: number
  /** Additional variables of a server. */
  env?: (index: number) => NodeJS.ProcessEnv
  /** The database as the servers reach it. */
  wayTo?: (databaseUrl: string) => Promise<string> | string
  /** Where the embedded database keeps its data. */
  folder?: string
  /** Instead of the embedded database. */
  startDatabase?: () => Promise<RigDatabase>
}

export async function openRig({ nodes: count = 2, env, wayTo, ...options }: RigOptions = {}): Promise<Rig> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'latchkey-faults-')))
  const postgres = (await options.startDatabase?.()) ?? (await startEmbedded(folder))
  const { own: databaseUrl, ofNodes } = await createDatabase(postgres.connectionString)
  const [emails, webhooks] = await Promise.all([startEmailSink(), openWebhookReceiver()])
  const wayOfNodes = (await wayTo?.(ofNodes)) ?? ofNodes
  const ports = await Promise.all(Array.from({ length: count }, findFreePort))
  const programs: ChildProgram[] = []
  const start = (index: number, packageFolder?: string) => {
    const node = spawnNode(
      wayOfNodes,
      {
        PORT: `${ports[index]}`,
        LATCHKEY_RATE_LIMITS: 'off',
        LATCHKEY_INTERNAL_MAGIC_LINK: 'on',
        ...env?.(index),
      },
      packageFolder,
    )
    programs.push(node.program)
    return node
  }
  const rig: Rig = {
    folder,
    postgres,
    databaseUrl,
    nodes: ports.map((_, index) => start(index)),
    programs,
    emails,
    webhooks,
    restart: (index, packageFolder) => {
      rig.nodes[index] = start(index, packageFolder)
    },
    async close() {
      for (const { program } of rig.nodes) program.kill('SIGKILL')
      await Promise.all(rig.nodes.map(({ program }) => program.exited))
      await postgres.stop()
      emails.close()
      await webhooks.close()
      await rm(folder, { recursive: true, force: true }).catch(() => {})
    },
  }
  try {
    for (const { program } of rig.nodes) await program.waitFor(/Latchkey is ready/)
    await setUp(rig)
  } catch (error) {
    await rig.close()
    throw error
  }
  return rig
}

/** The faults need a superuser, to change settings of the database. */
async function startEmbedded(folder: string): Promise<RigDatabase> {
  const postgres = await startEmbeddedPostgres({ folder })
  return {
    connectionString: postgres.superuserConnectionString,
    get pid() {
      return postgres.pid
    },
    stop: postgres.stop,
  }
}

/** Servers are not superusers of the database, as in production. */
async function createDatabase(connectionString: string): Promise<{ own: string; ofNodes: string }> {
  await execute(connectionString, `CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  await execute(connectionString, `CREATE DATABASE ${role} OWNER ${role}`)
  const own = new URL(connectionString)
  own.pathname = `/${role}`
  const ofNodes = new URL(own)
  ofNodes.username = role
  ofNodes.password = role
  return { own: own.href, ofNodes: ofNodes.href }
}

async function setUp({ nodes, webhooks, emails }: Rig): Promise<void> {
  const { url } = nodes[0]!
  const request = async (method: string, path: string, body: object) => {
    const response = await ask(url, method, path, { as: 'admin', body })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  }
  const settings = {
    'payments.items.credits': { customerType: 'custom' },
    // Emails to many need an email server of the project.
    'emails.server': {
      isShared: false,
      provider: 'smtp',
      host: '127.0.0.1',
      port: emails.port,
      username: 'faults',
      password: 'faults',
      senderName: 'Faults',
      senderEmail: 'faults@example.com',
    },
  }
  await request('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(settings) })
  await request('POST', '/internal/webhook-endpoints', { url: webhooks.url, event_types: ['user.created'] })
}

/** Waits for a condition, and returns false if it is not met in time. */
export async function until(condition: () => boolean | Promise<boolean>, maxSeconds: number): Promise<boolean> {
  for (const deadline = Date.now() + maxSeconds * 1000; Date.now() < deadline; await delay(20)) {
    if (await condition()) return true
  }
  return false
}
