import { expect, test } from 'vitest'
import { newEmail, separateServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { teamActions } from '../../testing/team.ts'
import { createPerson } from '../../testing/world.ts'

const callback_url = 'http://localhost:3000/join'

test('one address gets five invitations an hour, however it is written', async () => {
  const server = await separateServer({ config: { rateLimits: true } })
  const project = await createTestProject(server)
  const team_id = await teamActions(project).createTeam()
  const statuses: number[] = []
  for (const email of [
    'ada@example.com',
    'Ada@example.com',
    'ADA@example.com',
    'adA@example.com',
    'ada@Example.com',
    'ada@example.COM',
  ]) {
    const body = { email, team_id, callback_url }
    statuses.push((await project.send('POST /team-invitations/send-code', { as: 'server', body })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('a person sends thirty invitations an hour, a server more', async () => {
  const server = await separateServer({ config: { rateLimits: true } })
  const project = await createTestProject(server)
  const user = await createPerson(project)
  const team_id = await teamActions(project).createTeam(user)
  const send = async (as: 'client' | 'server') => {
    const body = { email: newEmail(), team_id, callback_url }
    return (await project.send('POST /team-invitations/send-code', { as, user, body, address: '203.0.113.9' })).status
  }
  for (let sent = 0; sent < 30; sent++) expect(await send('client')).toBe(200)
  expect(await send('client')).toBe(429)
  expect(await send('server')).toBe(200)
})
