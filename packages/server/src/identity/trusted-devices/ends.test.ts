import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { createTestProject, type SignedUp, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo } from '../../testing/outbox.ts'
import { registerPasskey, withPasskeys } from '../../testing/passkeys.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { refusedSignIn, totpSecret } from '../../testing/second-factor.ts'
import { setPolicy, setTeamPolicy } from '../../testing/second-factor-policy.ts'
import { teamActions } from '../../testing/team.ts'
import {
  asksForFactor,
  nextTotp,
  personWithTrustedDevice,
  signInOn,
  trustDevice,
} from '../../testing/trusted-device.ts'
import { sessionIdOf } from '../../testing/world.ts'
import { endSecondFactors } from '../account-changes/second-factor.ts'

interface Trusting {
  project: TestProject
  person: SignedUp
  /** A session in which the second factor was just proven. */
  session: { access_token: string; refresh_token: string }
}

const newPassword = 'another good password'
const otherSecret = Buffer.from('09876543210987654321').toString('base64')

const asUser = (body: object) => (on: Trusting) => on.project.call('PATCH /users/me', { user: on.session, body })
const asServer =
  (body: object) =>
  ({ project, person }: Trusting) =>
    project.call('PATCH /users/{user_id}', { as: 'server', params: { user_id: person.user_id }, body })
const configure =
  (config: object) =>
  ({ project }: Trusting) =>
    project.call('PATCH /internal/projects/current', { as: 'admin', body: { config } })

const addPasskey = ({ project, session }: Trusting) => registerPasskey(project, session)
const listPasskeys = async ({ project, session }: Trusting) =>
  (await project.call('GET /passkeys', { user: session, query: { user_id: 'me' } })).items

async function createCodes({ project, session }: Trusting): Promise<string[]> {
  return (await project.call('POST /auth/recovery-codes', { user: session })).codes
}

/** A session of the user on another device. */
async function otherSession({ project, person }: Trusting): Promise<string> {
  const body = { user_id: person.user_id }
  const other = await project.call('POST /auth/sessions', { as: 'server', body })
  const query = { user_id: person.user_id }
  const { items } = await project.call('GET /auth/sessions', { user: other, query })
  return items.find(({ is_current_session }) => is_current_session)!.id
}

async function resetPassword({ project, person }: Trusting, password = newPassword): Promise<void> {
  const body = { email: person.email, callback_url: 'http://localhost:3000/reset' }
  await project.call('POST /auth/password/send-reset-code', { body })
  const code = await codeEmailedTo(project, person.email, 'password_reset')
  await project.call('POST /auth/password/reset', { body: { code, password } })
}

async function undo({ project, person }: Trusting, kind: Parameters<typeof codeEmailedTo>[2]): Promise<void> {
  const body = new URLSearchParams({ code: await codeEmailedTo(project, person.email, kind), confirmed: 'true' })
  const page = await project.server.fetch('/api/v1/auth/undo-change', { method: 'POST', body })
  expect(await page.text()).toContain('undone')
}

async function requireInTeam(on: Trusting): Promise<string> {
  const { createTeam, addMember } = teamActions(on.project)
  const teamId = await createTeam()
  await addMember(teamId, { id: on.person.user_id })
  return teamId
}

/** What is there before the device is trusted, and what ends the trust. */
interface End<Before = unknown> {
  before?: (on: Trusting) => Promise<Before>
  end: (on: Trusting, before: Before) => Promise<unknown>
}
const after = <Before>(before: End<Before>['before'], end: End<Before>['end']) => ({ before, end }) as End

const ends: Record<string, End> = {
  'the user changes the password': {
    end: ({ project, person, session }) =>
      project.call('POST /auth/password/update', {
        user: session,
        headers: { 'x-stack-refresh-token': session.refresh_token },
        body: { old_password: person.password, new_password: newPassword },
      }),
  },
  'the user resets the password at a verified address': after(asServer({ primary_email_verified: true }), (on) =>
    resetPassword(on),
  ),
  'the user resets the password': { end: (on) => resetPassword(on) },
  'the user resets the password to the same one': { end: (on) => resetPassword(on, on.person.password) },
  'a server sets the password': { end: asServer({ password: newPassword }) },
  'a server removes the password': { end: asServer({ password: null }) },
  'the user sets a first password': {
    end: async (on) => {
      const { db } = on.project.server.platform
      const users = db.updateTable('users').set({ password_hash: null })
      await users.where('project_id', '=', on.project.id).where('id', '=', on.person.user_id).execute()
      await on.project.call('POST /auth/password/set', { user: on.session, body: { password: newPassword } })
    },
  },
  'the user replaces the authenticator app': { end: asUser({ totp_secret_base64: otherSecret }) },
  'the user removes the second factor': { end: asUser({ totp_secret_base64: null }) },
  'the user removes it and sets it up again': {
    end: async (on) => {
      await asUser({ totp_secret_base64: null })(on)
      await asUser({ totp_secret_base64: totpSecret.toString('base64') })(on)
    },
  },
  'a server replaces the authenticator app': { end: asServer({ totp_secret_base64: otherSecret }) },
  'an owner resets the second factor': {
    end: ({ project, person }) =>
      project.call('DELETE /users/{user_id}/second-factor', { as: 'admin', params: { user_id: person.user_id } }),
  },
  'the user adds a passkey': { end: addPasskey },
  'the user makes passkeys a second factor': after(addPasskey, asUser({ passkey_mfa_enabled: true })),
  'a passkey is no second factor any more': after(
    async (on) => {
      await addPasskey(on)
      await asUser({ passkey_mfa_enabled: true })(on)
    },
    asUser({ passkey_mfa_enabled: false }),
  ),
  'the user removes a passkey': after(
    async (on) => {
      await addPasskey(on)
      return (await listPasskeys(on))[0]!.id
    },
    ({ project, session }, id) =>
      project.call('DELETE /passkeys/{user_id}/{id}', { user: session, params: { user_id: 'me', id } }),
  ),
  'all passkeys are removed': after(addPasskey, asServer({ passkey_auth_enabled: false })),
  'a passkey ends that an email has undone': after(
    async (on) => {
      await addPasskey(on)
      const { db, now } = on.project.server.platform
      const passkeys = db.updateTable('passkeys').set({ ends_at: now() })
      await passkeys.where('project_id', '=', on.project.id).execute()
    },
    ({ project }) => endSecondFactors(project.server.platform),
  ),
  'a second factor ends that an email has undone': after(
    async ({ project }) => {
      const { db, now } = project.server.platform
      const users = db.updateTable('users').set({ second_factor_ends_at: new Date(now().getTime() + 200) })
      await users.where('project_id', '=', project.id).execute()
    },
    async ({ project }) => {
      const { db, now } = project.server.platform
      const users = db.updateTable('users').set({ second_factor_ends_at: now() })
      await users.where('project_id', '=', project.id).execute()
      await endSecondFactors(project.server.platform)
    },
  ),
  'the user creates recovery codes': { end: createCodes },
  'the user renews the recovery codes': after(createCodes, createCodes),
  'a recovery code is used': after(createCodes, async ({ project, person }, [recovery_code]) => {
    const { body } = await signInOn(project, person, '')
    const { attempt_code: code } = (body as { details: { attempt_code: string } }).details
    const factor = { type: 'recovery_code' as const, recovery_code: recovery_code!, code }
    await project.call('POST /auth/mfa/sign-in', { body: factor })
  }),
  'the user undoes a change': after(
    async (on) => asUser({ totp_secret_base64: totpSecret.toString('base64') })(on),
    (on) => undo(on, 'second_factor_enabled'),
  ),
  'the user ends another session': after(otherSession, ({ project, session }, id) =>
    project.call('DELETE /auth/sessions/{id}', { user: session, params: { id }, query: { user_id: 'me' } }),
  ),
  'the user ends a session of an owner who acts for them': after(
    async ({ project, person }) => {
      const body = { user_id: person.user_id, is_impersonation: true }
      return sessionIdOf(await project.call('POST /auth/sessions', { as: 'admin', body }))
    },
    ({ project, session }, id) =>
      project.call('DELETE /auth/sessions/{id}', { user: session, params: { id }, query: { user_id: 'me' } }),
  ),
  'an owner ends a session': after(otherSession, ({ project }, id) =>
    project.call('DELETE /auth/sessions/{id}', { as: 'admin', params: { id }, query: {} }),
  ),
  'the user is restricted and allowed again': {
    end: async ({ project, person }) => {
      const request = { as: 'server' as const, params: { user_id: person.user_id } }
      await project.call('PUT /users/{user_id}/restriction', { ...request, body: { reason: 'A test' } })
      await project.call('DELETE /users/{user_id}/restriction', request)
    },
  },
  'the project begins to require a second factor': { end: ({ project }) => setPolicy(project, 'required') },
  'the project requires it from a date on': { end: ({ project }) => setPolicy(project, 'required', 4_000_000_000_000) },
  'the project no longer offers second factors': { end: ({ project }) => setPolicy(project, 'off') },
  'the project forbids it for a moment': {
    end: async (on) => {
      await configure({ trusted_devices_allowed: false })(on)
      await configure({ trusted_devices_allowed: true })(on)
    },
  },
  'a team of the user begins to require a second factor': after(requireInTeam, ({ project }, id) =>
    setTeamPolicy(project, id),
  ),
  'a team of the user no longer requires one': after(
    async (on) => {
      const teamId = await requireInTeam(on)
      await setTeamPolicy(on.project, teamId)
      return teamId
    },
    ({ project }, id) => setTeamPolicy(project, id, null),
  ),
  'the user forgets all devices': {
    end: ({ project, session }) =>
      project.call('DELETE /auth/trusted-devices/{user_id}', { user: session, params: { user_id: 'me' } }),
  },
  'a server forgets all devices': {
    end: ({ project, person }) =>
      project.call('DELETE /auth/trusted-devices/{user_id}', { as: 'server', params: { user_id: person.user_id } }),
  },
  'the user forgets the device': {
    end: async ({ project, session }) => {
      const { items } = await project.call('GET /auth/trusted-devices', { user: session, query: { user_id: 'me' } })
      const params = { user_id: 'me', id: items[0]!.id }
      await project.call('DELETE /auth/trusted-devices/{user_id}/{id}', { user: session, params })
    },
  },
}

const unchanged: Record<string, (on: Trusting) => Promise<unknown>> = {
  'the user signs out on the device': ({ project, session }) =>
    project.call('DELETE /auth/sessions/current', { user: session }),
  'the user changes the name': asUser({ display_name: 'Ada' }),
  'the user confirms their identity': async ({ project, person, session }) =>
    project.call('POST /auth/step-up', {
      user: session,
      body: { type: 'totp', totp: await nextTotp(project, person) },
    }),
  'another user changes the password': async (on) => {
    const other = await personWithTrustedDevice(on.project)
    await asServer({ password: newPassword })({ ...on, person: other.person })
  },
  'an owner stops acting for the user': async (on) => {
    const body = { user_id: on.person.user_id, is_impersonation: true }
    await on.project.call('POST /auth/sessions', { as: 'admin', body })
    const query = { user_id: on.person.user_id }
    const { items } = await on.project.call('GET /auth/sessions', { as: 'admin', query })
    const { id } = items.find(({ is_impersonation }) => is_impersonation)!
    await on.project.call('DELETE /auth/sessions/{id}', { as: 'admin', params: { id }, query: {} })
  },
  'the project changes another setting': configure({ sessions_per_user: 100 }),
  'a team of others begins to require a second factor': async (on) => {
    await setTeamPolicy(on.project, await teamActions(on.project).createTeam())
  },
}

async function open(before?: End['before']) {
  const project = await testProject(withPasskeys)
  const trusting = await personWithTrustedDevice(project)
  if (!before) return { on: { project, ...trusting }, known: undefined, token: trusting.token }
  const known = await before({ project, ...trusting })
  const { trusted_device, ...session } = await trustDevice(project, trusting.person)
  return { on: { project, person: trusting.person, session }, known, token: trusted_device! }
}

const listDevices = async ({ project, person }: Trusting) =>
  (await project.call('GET /auth/trusted-devices', { as: 'server', query: { user_id: person.user_id } })).items

describe('no device is trusted any more once', () => {
  test.each(Object.entries(ends))('%s', async (_, { before, end }) => {
    const { on, known, token } = await open(before)
    const { project, person } = on
    expect(await listDevices(on)).not.toEqual([])
    await end(on, known)
    expect(await listDevices(on)).toEqual([])
    // Whatever the second factor and the password are now, the token does not replace them.
    const users = project.server.platform.db.updateTable('users').set({ requires_totp: true })
    await users.where('project_id', '=', project.id).where('id', '=', person.user_id).execute()
    const passwords = [person.password, newPassword]
    const answers = await Promise.all(passwords.map((password) => signInOn(project, { ...person, password }, token)))
    const codes = answers.map(({ body }) => (body as { code: string }).code)
    const reader = { as: 'server' as const, params: { user_id: person.user_id } }
    const { has_password } = await project.call('GET /users/{user_id}', reader)
    expect(codes.filter((code) => code !== 'EMAIL_PASSWORD_MISMATCH')).toEqual(
      has_password ? [asksForFactor.body.code] : [],
    )
  })
})

describe('a device stays trusted when', () => {
  test.each(Object.entries(unchanged))('%s', async (_, change) => {
    const { on, token } = await open()
    await change(on)
    expect(await signInOn(on.project, on.person, token)).toMatchObject({ status: 200 })
  })
})

/** A sign-in that has shown the password and still has to show the second factor. */
const waitingSignIn = async ({ project, person }: Trusting) => (await refusedSignIn(project, person)).attempt_code

const finish = async ({ project, person }: Trusting, code: string) => {
  const body = { type: 'totp' as const, totp: await nextTotp(project, person), code }
  return project.send('POST /auth/mfa/sign-in', { body })
}

describe('a sign-in that waits for its second step has to start again once', () => {
  const endings: Record<string, End['end']> = {
    'the user changes the password': ends['the user changes the password']!.end,
    'a server sets the password': ends['a server sets the password']!.end,
    'the user ends another session': async (on) =>
      ends['the user ends another session']!.end(on, await otherSession(on)),
    'codes by email are turned off': asUser({ otp_auth_enabled: false }),
    'all passkeys are removed': asServer({ passkey_auth_enabled: false }),
  }

  test.each(Object.entries(endings))('%s', async (_, end) => {
    const { on } = await open()
    const code = await waitingSignIn(on)
    await end(on, undefined)
    expect(await finish(on, code)).toMatchObject({ status: 404, body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
  })

  test('but not when the user signs out somewhere', async () => {
    const { on } = await open()
    const code = await waitingSignIn(on)
    await on.project.call('DELETE /auth/sessions/current', { user: on.session })
    expect(await finish(on, code)).toMatchObject({ status: 200 })
  })
})

test('no session is left of a second step and a change of the password at the same time', async () => {
  const { on } = await open()
  const { project, person } = on
  const code = await waitingSignIn(on)
  const totp = await nextTotp(project, person)
  const [finished] = await Promise.all([
    project.send('POST /auth/mfa/sign-in', { body: { type: 'totp', totp, code } }),
    asServer({ password: newPassword })(on),
  ])
  const { items } = await project.call('GET /auth/sessions', { as: 'server', query: { user_id: person.user_id } })
  expect(items).toEqual([])
  expect([200, 404, 409]).toContain(finished.status)
})

test('forgetting one device leaves the others', async () => {
  const project = await testProject()
  const { person, session, token } = await personWithTrustedDevice(project)
  const { trusted_device: other } = await trustDevice(project, person)
  const [, oldest] = await listDevices({ project, person, session })
  const params = { user_id: 'me', id: oldest!.id }
  await project.call('DELETE /auth/trusted-devices/{user_id}/{id}', { user: session, params })
  expect(await signInOn(project, person, token)).toMatchObject(asksForFactor)
  expect(await signInOn(project, person, other!)).toMatchObject({ status: 200 })
  const again = { user: session, params }
  expect(await project.send('DELETE /auth/trusted-devices/{user_id}/{id}', again)).toMatchObject({ status: 404 })
})

test('nobody lists or forgets the devices of others', async () => {
  const project = await testProject()
  const { person } = await personWithTrustedDevice(project)
  const thief = await project.signUp()
  const { user_id } = person
  const refusals = [
    await project.send('GET /auth/trusted-devices', { user: thief, query: { user_id } }),
    await project.send('DELETE /auth/trusted-devices/{user_id}', { user: thief, params: { user_id } }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([403, 403])
})

test('an owner who signs in as the user sees the devices, and forgets none', async () => {
  const project = await testProject()
  const { person, token } = await personWithTrustedDevice(project)
  const body = { user_id: person.user_id, is_impersonation: true }
  const user = await project.call('POST /auth/sessions', { as: 'admin', body })
  const params = { user_id: 'me' }
  expect(await project.send('GET /auth/trusted-devices', { user, query: params })).toMatchObject({ status: 200 })
  expect(await project.send('DELETE /auth/trusted-devices/{user_id}', { user, params })).toMatchObject({ status: 403 })
  expect(await signInOn(project, person, token)).toMatchObject({ status: 200 })
})

test('a project that forbids it trusts no device, and says so', async () => {
  const project = await testProject({ 'auth.secondFactor.allowTrustedDevices': false })
  expect((await project.call('GET /projects/current')).config).toMatchObject({ trusted_devices_allowed: false })
  const { person, session, token } = await personWithTrustedDevice(project)
  expect(token).toBe(undefined)
  expect(await listDevices({ project, person, session })).toEqual([])
})

test('what ends on one server has ended on all others', async () => {
  const here = await testProject()
  const there = projectWithKeys(await separateServer({}), here.id, here.keys)
  const { person, token } = await personWithTrustedDevice(here)
  expect(await signInOn(there, person, token)).toMatchObject({ status: 200 })
  await configure({ trusted_devices_allowed: false })({ project: here } as Trusting)
  projectCache(here.server.platform).forget(here.id)
  expect(await signInOn(there, person, token)).toMatchObject(asksForFactor)
})

const waiting = sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%trusted_devices d%'`

test('a sign-in that waits while the trust ends asks for the second factor', async () => {
  const project = await createTestProject(await separateServer({}))
  const { person, token } = await personWithTrustedDevice(project)
  const { db } = project.server.platform
  let signingIn: ReturnType<typeof signInOn> | undefined
  await db.transaction().execute(async (trx) => {
    const ofUser = trx.selectFrom('users').select('id').where('project_id', '=', project.id)
    await ofUser.where('id', '=', person.user_id).forUpdate().execute()
    signingIn = signInOn(project, person, token)
    await expect
      .poll(
        async () => {
          const { rows } = await waiting.execute(db)
          return rows.length
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    await trx.deleteFrom('trusted_devices').where('project_id', '=', project.id).execute()
  })
  expect(await signingIn!).toMatchObject(asksForFactor)
})
