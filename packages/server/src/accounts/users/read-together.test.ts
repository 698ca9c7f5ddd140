import { expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'
import { createPerson } from '../../testing/world.ts'

const times = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

test.each([
  {},
  { 'x-stack-require-live-session': 'true' },
])('people of two projects who ask at once each see themselves, with %o', async (headers) => {
  const projects = await Promise.all([testProject(), testProject()])
  const people = await times(12, async (index) => {
    const project = projects[index % 2]!
    return { project, person: await createPerson(project) }
  })
  const seen = await Promise.all(
    people.map(({ project, person }) => project.call('GET /users/me', { user: person, headers })),
  )

  expect(seen.map(({ id }) => id)).toEqual(people.map(({ person }) => person.id))
})

test('a user of another project is not found, even when both projects request them at once', async () => {
  const own = await testProject()
  const other = await testProject()
  const { id } = await createPerson(own)
  const neighbour = await createPerson(other)
  const ask = { as: 'server', params: { user_id: id } } as const
  const [found, missing, also] = await Promise.all([
    own.send('GET /users/{user_id}', ask),
    other.send('GET /users/{user_id}', ask),
    other.send('GET /users/{user_id}', { as: 'server', params: { user_id: neighbour.id } }),
  ])

  expect(found.body).toMatchObject({ id })
  expect(missing.body).toMatchObject({ code: 'USER_NOT_FOUND' })
  expect(also.body).toMatchObject({ id: neighbour.id })
})

test('a deleted user is missing among those who ask at once', async () => {
  const project = await testProject()
  const people = await times(3, () => createPerson(project))
  await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: people[1]!.id } })
  const responses = await Promise.all(people.map((user) => project.send('GET /users/me', { user })))

  expect(responses.map(({ status }) => status)).toEqual([200, 400, 200])
  expect(responses[1]!.body).toMatchObject({ code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' })
})

test('an acknowledged change is seen by every later reader, however many there are', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const neighbour = await createPerson(project)
  for (const name of ['Ada', 'Grace', 'Edith', 'Radia']) {
    const before = [user, neighbour, user].map((person) => project.call('GET /users/me', { user: person }))
    await project.call('PATCH /users/me', { user, body: { display_name: name } })
    const after = await times(4, () => project.call('GET /users/me', { user }))

    expect(after.map(({ display_name }) => display_name)).toEqual([name, name, name, name])
    await Promise.all(before)
  }
})

test('the secrets of a user do not reach a client that asks together with a server', async () => {
  const project = await testProject()
  const user = await createPerson(project)
  const body = { server_metadata: { note: 'not for clients' } }
  await project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body })
  const [client, server] = await Promise.all([
    project.send('GET /users/me', { user }),
    project.send('GET /users/me', { user, as: 'server' }),
  ])

  expect(server.body).toMatchObject(body)
  expect(client.body).not.toHaveProperty('server_metadata')
})
