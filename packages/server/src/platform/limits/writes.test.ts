import { expect, test } from 'vitest'
import { separateServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'

test('a user may write a limited amount in ten minutes, and may still sign out', async () => {
  const project = await createTestProject(await separateServer({ config: { rateLimits: true } }))
  const person = await createPerson(project, { isAnonymous: true })
  const headers = { 'x-stack-allow-anonymous-user': 'true', 'x-stack-refresh-token': person.refresh_token }
  const as = { user: person, headers }
  const write = (size: number) =>
    project.send('PATCH /users/me', { ...as, body: { client_metadata: 'x'.repeat(size) } })
  let written = 0
  while (written < 50 && (await write(250_000)).status === 200) written++
  expect(written).toBe(37)
  expect((await write(10)).status).toBe(429)

  const other = await createPerson(project)
  const body = { client_metadata: 1 }
  expect((await project.send('PATCH /users/me', { user: other, body })).status).toBe(200)
  const params = { user_id: person.id }
  expect((await project.send('PATCH /users/{user_id}', { as: 'server', params, body })).status).toBe(200)
  expect((await project.send('GET /users/me', as)).status).toBe(200)
  expect((await project.send('DELETE /auth/sessions/current', as)).status).toBe(200)
})
