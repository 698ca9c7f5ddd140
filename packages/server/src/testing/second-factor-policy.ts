import type { TestProject } from './project.ts'

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
