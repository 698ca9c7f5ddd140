import type { TestProject } from './project.ts'
import { readClaims } from './world.ts'

export const totpSecret = Buffer.from('12345678901234567890')
export const enrollment = { totp_secret_base64: totpSecret.toString('base64') }
export const refusedWithout = { status: 403, body: { code: 'SECOND_FACTOR_REQUIRED' } }

type Policy = 'off' | 'optional' | 'required'

/** What an owner sets in the dashboard. */
export async function setPolicy(project: TestProject, second_factor: Policy, fromMillis: number | null = null) {
  const config = { second_factor, second_factor_required_from_millis: fromMillis }
  await project.call('PATCH /internal/projects/current', { as: 'admin', body: { config } })
}

export function setTeamPolicy(project: TestProject, team_id: string, fromMillis: number | null = 0) {
  const body = { second_factor_required_from_millis: fromMillis }
  return project.call('PATCH /teams/{team_id}', { as: 'server', params: { team_id }, body })
}

export const readMe = (project: TestProject, user: { access_token: string }) => project.send('GET /users/me', { user })
export const enroll = (project: TestProject, user: { access_token: string }, body: object = enrollment) =>
  project.send('PATCH /users/me', { user, body })

export async function refresh(project: TestProject, { refresh_token }: { refresh_token: string }) {
  const headers = { 'x-stack-refresh-token': refresh_token }
  return project.call('POST /auth/sessions/current/refresh', { headers })
}

/** Whether the access token says that a second factor has to be set up. */
export const isMarked = ({ access_token }: { access_token: string }) => readClaims(access_token).second_factor_required
