import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/database.ts'
import { race, separateServer, testProject } from '../../testing/index.ts'
import { goodPassword, projectWithKeys, type TestProject } from '../../testing/project.ts'
import { createPerson, type Person } from '../../testing/world.ts'
import { deleteSessionsOfUser } from './queries.ts'

const refresh = (project: TestProject, { refresh_token }: Pick<Person, 'refresh_token'>) =>
  project.send('POST /auth/sessions/current/refresh', { headers: { 'x-stack-refresh-token': refresh_token } })

const sessionEnded = { status: 401, body: { code: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED' } }

test('twenty refreshes at once on two nodes all succeed, and the session stays', async () => {
  const project = await testProject()
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const person = await createPerson(project)
  const { succeeded } = await race(20, (index) => refresh(index % 2 ? project : secondNode, person))

  expect(succeeded.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await refresh(project, person)).toMatchObject({ status: 200 })
})

test('a refresh that races with the sign-out never brings the session back', async () => {
  const project = await testProject()
  const secondNode = projectWithKeys(await separateServer({}), project.id, project.keys)
  const { id: user_id } = await createPerson(project)
  for (let round = 0; round < 100; round++) {
    const tokens = await project.call('POST /auth/sessions', { as: 'server', body: { user_id } })
    const signOut = () => secondNode.send('DELETE /auth/sessions/current', { user: tokens })
    const [refreshed, signedOut] = await Promise.all(
      round % 2 ? [refresh(project, tokens), signOut()] : [signOut(), refresh(project, tokens)].reverse(),
    )
    expect(signedOut).toMatchObject({ status: 200 })
    expect([200, 401]).toContain(refreshed!.status)
    expect(await refresh(round % 3 ? project : secondNode, tokens)).toMatchObject(sessionEnded)
  }
})

test('a refresh waits for a change of the user that ends the session, and then fails', async () => {
  const project = await testProject()
  const person = await createPerson(project)
  const { db } = project.server.platform
  let refreshed: ReturnType<typeof refresh>
  await inTransaction(db, async (trx) => {
    await trx.updateTable('users').set({ display_name: 'Changed' }).where('id', '=', person.id).execute()
    refreshed = refresh(project, person)
    const isWaiting = async () => {
      const { rows } =
        await sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%last_used_at%'`.execute(
          db,
        )
      return rows.length > 0
    }
    await expect.poll(isWaiting).toBe(true)
    await deleteSessionsOfUser(trx, project.id, person.id)
  })
  expect(await refreshed!).toMatchObject(sessionEnded)
})

test('a person who is deleted while many refreshes are under way leaves no error behind', async () => {
  const project = await testProject()
  for (let round = 0; round < 10; round++) {
    const person = await createPerson(project)
    const { succeeded } = await race(8, (index) =>
      index === 4
        ? project.send('DELETE /users/{user_id}', { as: 'server', params: { user_id: person.id } })
        : refresh(project, person),
    )
    for (const response of succeeded) expect([200, 401]).toContain(response.status)
    expect(await refresh(project, person)).toMatchObject(sessionEnded)
  }
})

test('a password that is changed while sessions are refreshed ends every other one', async () => {
  const project = await testProject()
  const person = await createPerson(project, { password: goodPassword })
  const others = await Promise.all(
    Array.from({ length: 6 }, () =>
      project.call('POST /auth/sessions', { as: 'server', body: { user_id: person.id } }),
    ),
  )
  const [changed, ...refreshed] = await Promise.all([
    project.send('POST /auth/password/update', {
      user: person,
      headers: { 'x-stack-refresh-token': person.refresh_token },
      body: { old_password: goodPassword, new_password: 'staple for a battery' },
    }),
    ...others.map((other) => refresh(project, other)),
    ...others.map((other) => refresh(project, other)),
  ])
  expect(changed).toMatchObject({ status: 200 })
  for (const response of refreshed) expect([200, 401]).toContain(response.status)
  for (const other of others) expect(await refresh(project, other)).toMatchObject(sessionEnded)
  expect(await refresh(project, person)).toMatchObject({ status: 200 })
})
