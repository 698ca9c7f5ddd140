import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { clientDocuments } from './client-documents.ts'
import { connectAs, KeptAccess } from './mcp-client.ts'
import { approve, registerClient, signUp, useMcpWorld } from './mcp-world.ts'
import { openWithHeaders } from './proxies.ts'
import { findFreePort } from './start-server.ts'

const world = useMcpWorld()

/** What the tool has, and why we do not run all of it. */
const kinds = {
  authorization: {
    runs: ['authorization-server-metadata-endpoint', 'authorization-code-grant'],
    others:
      'All are run, but not with a client secret: the tool leaves it out where a server also serves clients without one.',
  },
  server: {
    runs: ['server-initialize', 'ping', 'tools-list', 'http-header-validation', 'sep-2164-resource-not-found'],
    others:
      'They test the SDK of the protocol, with tools, prompts and resources that the example does not have. These show ' +
      'that requests pass our protection unharmed. The one about DNS rebinding sends no token, so it is refused anyway.',
  },
  client: { runs: [], others: 'Nothing of ours is a client of MCP.' },
} as const

const tool = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
const hooks = pathToFileURL(fileURLToPath(new URL('glob-sync.mjs', import.meta.url))).href

/** Runs the tool, and passes on what it prints. */
async function run(args: readonly string[], onOutput: (text: string) => void = () => {}) {
  const program = spawn(process.execPath, ['--import', hooks, tool, ...args], {
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      onOutput(output)
    })
  }
  const [code] = await once(program, 'close')
  return { code, output }
}

interface Check {
  id: string
  status: string
  errorMessage?: string
}

/** What both scenarios for authorization servers have found. In one of them, somebody has to open the browser. */
async function authorize(clientId: string, port: number): Promise<Check[]> {
  const person = await signUp(world)
  const results = mkdtempSync(join(tmpdir(), 'latchkey-conformance-'))
  const args = ['--url', world.issuer, '--client-id', clientId, '--port', String(port), '--resource', world.mcpUrl]
  let visit: Promise<unknown> | undefined
  try {
    const { code, output } = await run(['authorization', ...args, '--output-dir', results], (printed) => {
      const request = /^http\S+\/authorize\?\S+(?=\s)/m.exec(printed)?.[0]
      if (request) visit ??= approve(world, person, new URL(request)).then((back) => fetch(back))
    })
    await visit
    const files = readdirSync(results, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.json'))
    const checks = files.flatMap((path): Check[] => JSON.parse(readFileSync(join(results, path), 'utf8')))
    if (checks.length === 0) throw new Error(`The tool ended with ${code}: ${output}`)
    return checks.map(({ id, status, errorMessage }) => ({ id, status, ...(errorMessage && { errorMessage }) }))
  } finally {
    rmSync(results, { recursive: true })
  }
}

async function expectToPass(clientId: string, port: number): Promise<void> {
  const passed = ['authorization-server-metadata', 'authorization-server-metadata-cimd', 'authorization-code-grant']
  const checks = await authorize(clientId, port)
  expect(checks.sort((a, b) => passed.indexOf(a.id) - passed.indexOf(b.id))).toEqual(
    passed.map((id) => ({ id, status: 'SUCCESS' })),
  )
}

test('an app that owners have registered passes the scenarios for authorization servers', async () => {
  const port = await findFreePort()
  const client = await registerClient(world, { type: 'native', redirect_uris: ['http://127.0.0.1/callback'] })
  await expectToPass(client.id, port)
})

test('an agent that introduces itself passes the scenarios for authorization servers', async () => {
  const [agent] = Object.keys(clientDocuments) as [string]
  await expectToPass(world.documents.urlOf(agent), await findFreePort())
})

test.each(kinds.server.runs)('requests with a token pass through the protection: %s', async (scenario) => {
  const [name, document] = Object.entries(clientDocuments)[0]!
  const access = new KeptAccess(world.documents.urlOf(name), document)
  await connectAs(world, access, await signUp(world))
  const authorization = `Bearer ${access.kept!.access_token}`
  const proxy = await openWithHeaders(new URL(world.mcpUrl).origin, { authorization })
  try {
    const { code, output } = await run(['server', '--url', `${proxy.url}/mcp`, '--scenario', scenario])
    expect(code, output).toBe(0)
    expect(output).toMatch(/Passed: (\d+)\/\1, 0 failed/)
  } finally {
    await proxy.stop()
  }
})

test('the tool has no scenarios that nobody has looked at', async () => {
  const { output } = await run(['list'])
  expect(output.match(/^\w+(?: server)? scenarios/gm)).toEqual([
    'Server scenarios',
    'Client scenarios',
    'Authorization server scenarios',
  ])
  const { output: listed } = await run(['list', '--authorization'])
  expect([...listed.matchAll(/^ +- (\S+)/gm)].map(([, name]) => name)).toEqual(kinds.authorization.runs)
  for (const scenario of kinds.server.runs) expect(output).toContain(`- ${scenario} [`)
})
