import { randomUUID } from 'node:crypto'
import type { TestProject, WireResponse } from './project.ts'
import { teamActions } from './team.ts'

export interface TestDirectory {
  id: string
  teamId: string
  token: string
  /** The domain that the team has proven. */
  domain: string
  send(route: string, request?: ScimCall): Promise<WireResponse>
  /** The same for requests that have to succeed. */
  call(route: string, request?: ScimCall): Promise<ScimBody>
}

interface ScimCall {
  body?: unknown
  query?: Record<string, string | number>
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: resources as an identity provider reads them.
export type ScimBody = any

let domains = 0

/** A team with a proven domain and a directory. */
export async function openDirectory(
  project: TestProject,
  domain = `company-${++domains}.example`,
): Promise<TestDirectory> {
  const team_id = await teamActions(project).createTeam()
  await proveDomain(project, team_id, domain)
  const created = await project.call('POST /directories', { as: 'server', body: { team_id } })
  const { id, token } = created
  const send = sendAs(project, id, token)
  return {
    id,
    teamId: team_id,
    token,
    domain,
    send,
    async call(route, request) {
      const answer = await send(route, request)
      if (answer.status >= 400) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
  }
}

/** Sends requests as an identity provider does. */
export function sendAs({ server }: TestProject, directoryId: string, token: string): TestDirectory['send'] {
  return async (route, { body, query = {}, headers = {} } = {}) => {
    const [method, path] = route.split(' ') as [string, string]
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const response = await server.fetch(`/api/v1/scim/v2/${directoryId}${path}${search.size > 0 ? `?${search}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }
}

export async function proveDomain({ id: project_id, server }: TestProject, team_id: string, domain: string) {
  const now = new Date()
  const row = { project_id, id: randomUUID(), team_id, domain, challenge: 'x', created_at: now, verified_at: now }
  await server.platform.db.insertInto('connection_domains').values(row).execute()
}
