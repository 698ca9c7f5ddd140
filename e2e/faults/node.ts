import { join } from 'node:path'
import { type ChildProgram, startProgram } from '@latchkey/server/testing'
import { findFreePort } from '../start-server.ts'
import { root } from './root.ts'

const server = join(root, 'packages/server')
const clientKey = 'internal-client-key-of-all-nodes'
const serverKey = 'internal-server-key-of-all-nodes'
const adminKey = 'internal-admin-key-of-all-nodes'

export interface Node {
  program: ChildProgram
  url: string
}

/** Starts one server of a deployment with several and waits until it is ready. */
export async function startNode(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<Node> {
  const node = spawnNode(databaseUrl, { PORT: String(await findFreePort()), ...env })
  await node.program.waitFor(/Latchkey is ready/)
  return node
}

/** Without waiting. */
export function spawnNode(
  databaseUrl: string,
  env: NodeJS.ProcessEnv & { PORT: string },
  packageFolder = server,
): Node {
  const program = startProgram(join(packageFolder, 'dist/bundle/main.js'), [], {
    DATABASE_URL: databaseUrl,
    LATCHKEY_URL: 'http://localhost:8102',
    LATCHKEY_SECRET: 'the secret that all nodes of a test have',
    LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: clientKey,
    LATCHKEY_INTERNAL_SECRET_SERVER_KEY: serverKey,
    LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: adminKey,
    LATCHKEY_STOP_DELAY_SECONDS: '0',
    ...env,
  })
  return { program, url: `http://localhost:${env.PORT}` }
}

const credentials = {
  client: { 'x-stack-access-type': 'client', 'x-stack-publishable-client-key': clientKey },
  server: { 'x-stack-access-type': 'server', 'x-stack-secret-server-key': serverKey },
  admin: { 'x-stack-access-type': 'admin', 'x-stack-super-secret-admin-key': adminKey },
}

interface Question {
  as?: keyof typeof credentials
  body?: object
  headers?: Record<string, string>
}

/** Calls the internal project. Rejects only if there is no response at all. */
export function ask(url: string, method: string, path: string, question: Question = {}): Promise<Response> {
  const { as = 'server', body, headers } = question
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      'x-stack-project-id': 'internal',
      ...credentials[as],
      'content-type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
