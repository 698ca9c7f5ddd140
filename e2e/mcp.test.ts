import { spawnSync } from 'node:child_process'
import { protectResource } from '@latchkey/sdk/mcp'
import { UnauthorizedError } from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { clientDocuments } from './client-documents.ts'
import { callTool, connect, connectAs, finish, KeptAccess } from './mcp-client.ts'
import { type Approver, registerClient, signUp, useMcpWorld } from './mcp-world.ts'

const world = useMcpWorld()
const [agent] = Object.keys(clientDocuments) as [string]

const open = (name: string) => new KeptAccess(world.documents.urlOf(name), clientDocuments[name]!)

/** As a client has it whose access token has just expired. */
const withExpired = (access: KeptAccess) => {
  access.kept = { ...access.kept!, access_token: 'e30.e30.e30' }
}

async function endAccess({ headers }: Approver): Promise<void> {
  const url = `${world.app.baseUrl}/api/v1/oauth-provider/grants/me`
  const { 'content-type': _, ...bodiless } = headers
  const { status } = await fetch(url, { method: 'DELETE', headers: bodiless })
  expect(status).toBe(200)
}

test('the example compiles', () => {
  const root = new URL('..', import.meta.url)
  const result = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'examples/mcp-server'], {
    cwd: root,
  })
  expect(String(result.stdout)).toBe('')
  expect(result.status).toBe(0)
})

test('clients find everything that makes them choose a metadata document', async () => {
  const { origin, pathname } = new URL(world.issuer)
  for (const url of [
    `${origin}/.well-known/oauth-authorization-server${pathname}`,
    `${origin}/.well-known/openid-configuration${pathname}`,
    `${origin}${pathname}/.well-known/openid-configuration`,
  ]) {
    const response = await fetch(url, { headers: { origin: 'https://assistant.example' } })
    expect(response.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/assistant\.example)$/)
    const found = await response.json()
    expect(found).toMatchObject({
      issuer: world.issuer,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
    })
    // One client takes documents only if this is listed.
    expect(found.token_endpoint_auth_methods_supported).toContain('none')
    expect(found.scopes_supported).toContain('offline_access')
    // Registration is off.
    expect(found).not.toHaveProperty('registration_endpoint')
  }
})

test.each(Object.keys(clientDocuments))("the protocol's own client reaches the tools as %s", async (name) => {
  const person = await signUp(world)
  const access = open(name)
  const connection = await connectAs(world, access, person)
  expect((await connection.client.listTools()).tools.map((tool) => tool.name)).toEqual(['who_am_i', 'write_note'])
  expect(await callTool(connection, 'who_am_i')).toContain(person.email)
  const isRefreshed = clientDocuments[name]!.document.grant_types?.includes('refresh_token') ?? false
  expect(access.kept).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
  expect(access.kept!.refresh_token !== undefined).toBe(isRefreshed)
})

test('a client asks for a scope when a tool needs it, and keeps what it has', async () => {
  const person = await signUp(world)
  const access = open(agent)
  const connection = await connectAs(world, access, person)
  expect(access.kept!.scope!.split(' ')).not.toContain('notes:write')
  const refusal = await callTool(connection, 'write_note', { note: 'Herons' }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(UnauthorizedError)
  const request = await finish(world, access, person, connection.transport)
  expect(request.searchParams.get('scope')!.split(' ')).toEqual(expect.arrayContaining(['notes:read', 'notes:write']))
  expect(request.searchParams.get('resource')).toBe(world.mcpUrl)
  expect(await callTool(connection, 'write_note', { note: 'Herons' })).toBe('The note is saved.')
  expect(await callTool(connection, 'who_am_i')).toBe(`${person.email} noted: Herons`)
})

test('a client that refreshes in parallel keeps its access', async () => {
  const person = await signUp(world)
  const access = open(agent)
  const connections = [await connectAs(world, access, person)]
  while (connections.length < 5) connections.push(await connect(world, access))
  for (let round = 0; round < 3; round++) {
    withExpired(access)
    const answers = await Promise.all(connections.map((connection) => callTool(connection, 'who_am_i')))
    for (const answer of answers) expect(answer).toContain(person.email)
    expect(access.request).toBeUndefined()
  }
})

test('a client gets nothing new once the person has ended its access', async () => {
  const person = await signUp(world)
  const access = open(agent)
  const connection = await connectAs(world, access, person)
  await endAccess(person)
  withExpired(access)
  await expect(callTool(connection, 'who_am_i')).rejects.toThrow(UnauthorizedError)
  // It has to ask the person again, who is asked again.
  expect(access.kept).toBeUndefined()
  await finish(world, access, person, connection.transport)
  expect(await callTool(connection, 'who_am_i')).toContain(person.email)
})

test('a server that asks Latchkey knows at once that access has ended', async () => {
  const person = await signUp(world)
  const access = open(agent)
  await connectAs(world, access, person)
  const client = await registerClient(world, { type: 'machine' })
  const resource = protectResource({ ...world.app, resource: world.mcpUrl, client })
  const verified = (await resource.verifyToken(access.kept!.access_token))!
  expect(verified).toMatchObject({ userId: person.userId, clientId: access.clientMetadataUrl, scopes: ['notes:read'] })
  expect(await resource.confirm(verified)).toEqual(verified)
  await endAccess(person)
  expect(await resource.verifyToken(verified.token)).toEqual(verified)
  expect(await resource.confirm(verified)).toBeNull()
})

test('a token for the MCP server is refused by the API, and one of the API by the MCP server', async () => {
  const person = await signUp(world)
  const access = open(agent)
  await connectAs(world, access, person)
  const headers = { ...person.headers, 'x-stack-access-token': access.kept!.access_token }
  expect((await fetch(`${world.app.baseUrl}/api/v1/users/me`, { headers })).status).toBe(401)
  const authorization = `Bearer ${person.headers['x-stack-access-token']}`
  expect((await fetch(world.mcpUrl, { method: 'POST', headers: { authorization } })).status).toBe(401)
})
