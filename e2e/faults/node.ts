import { fileURLToPath } from 'node:url'
import { type ChildProgram, startProgram } from '@latchkey/server/testing'
import { findFreePort } from '../start-server.ts'

const main = fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url))
const clientKey = 'internal-client-key-of-all-nodes'
const serverKey = 'internal-server-key-of-all-nodes'

export interface Node {
  program: ChildProgram
  url: string
}

/** Starts one server of a deployment with several and waits until it is ready. */
export async function startNode(databaseUrl: string, env: NodeJS.ProcessEnv = {}): Promise<Node> {
  const port = env.PORT ?? String(await findFreePort())
  const url = `http://localhost:${port}`
  const program = startProgram(main, [], {
    PORT: port,
    DATABASE_URL: databaseUrl,
    LATCHKEY_URL: 'http://localhost:8102',
    LATCHKEY_SECRET: 'the secret that all nodes of a test have',
    LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: clientKey,
    LATCHKEY_INTERNAL_SECRET_SERVER_KEY: serverKey,
    LATCHKEY_INTERNAL_SUPER_SECRET_ADMIN_KEY: 'internal-admin-key-of-all-nodes',
    LATCHKEY_STOP_DELAY_SECONDS: '0',
    ...env,
  })
  await program.waitFor(/Latchkey is ready/)
  return { program, url }
}

const credentials = {
  client: { 'x-stack-access-type': 'client', 'x-stack-publishable-client-key': clientKey },
  server: { 'x-stack-access-type': 'server', 'x-stack-secret-server-key': serverKey },
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
