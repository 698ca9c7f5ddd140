/** What `LATCHKEY_WORKERS=auto`, a process per core, makes of sign-ins and reads. */
import { availableParallelism } from 'node:os'
import { headersOf, startInternalServer } from './internal-server.ts'
import { requestsPerSecond } from './load.ts'
import { printReport } from './report.ts'
import { compare, connections, measureSignIn, seconds } from './requests.ts'

const password = 'correct horse battery'
const headers = headersOf('client')

const one = await startInternalServer({ LATCHKEY_WORKERS: '1' })
try {
  const all = await startInternalServer({ LATCHKEY_WORKERS: 'auto' })
  try {
    const [usersOfOne, usersOfAll] = [await createUsers(one), await createUsers(all)]
    const target = { serverUrl: all.url, floorUrl: '', headers, password, users: usersOfAll }
    const signIn = await measureSignIn(target)
    const read = (server: Server, users: User[]) =>
      requestsPerSecond(
        users.map(({ access_token }) => ({
          method: 'GET',
          url: `${server.url}/api/v1/users/me`,
          headers: { ...headers, 'x-stack-access-token': access_token },
        })),
        seconds,
      )
    const reads = await compare(
      () => read(all, usersOfAll),
      () => read(one, usersOfOne),
    )
    console.log(`${availableParallelism()} cores, shared with the database and the load`)
    printReport([
      { ...signIn, what: 'sign-ins of a process per core, against bare argon2id on all cores' },
      {
        what: 'GET /users/me, a process per core against one process',
        value: reads.ratio,
        unit: '×',
        target: 1,
        atLeast: true,
        detail: reads.detail,
      },
    ])
  } finally {
    await all.close()
  }
} finally {
  await one.close()
}

type Server = Awaited<ReturnType<typeof startInternalServer>>
type User = Awaited<ReturnType<typeof createUsers>>[number]

async function createUsers({ call }: Server) {
  const users: { email: string; access_token: string }[] = []
  for (let index = 0; index < connections; index++) {
    const email = `person-${index}@example.com`
    const body = { primary_email: email, primary_email_auth_enabled: true, password }
    const { id } = await call<{ id: string }>('POST', '/users', body)
    const { access_token } = await call<{ access_token: string }>('POST', '/auth/sessions', { user_id: id })
    users.push({ email, access_token })
  }
  return users
}
