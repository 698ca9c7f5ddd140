import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { projectCache } from '../../projects/cache.ts'
import { builtInThemeIds, systemTemplateIds } from '../../projects/project-config/built-in-emails.ts'
import { ownEmailServer } from '../../testing/email.ts'
import { createTestProject, newEmail, openEmailServer, type TestEmail, type TestProject } from '../../testing/index.ts'
import { projectWithKeys } from '../../testing/project.ts'
import { internalKeys } from '../../testing/server.ts'
import { createPerson } from '../../testing/world.ts'
import { createBulkEmailSender } from '../bulk/bulk.ts'

const callback_url = 'http://localhost:3000/callback'
const asAdmin = { as: 'admin' as const }

const ownTemplate = `
import { Subject, NotificationCategory } from '@stackframe/emails'
export const variablesSchema = (variables) => variables
export const EmailTemplate = () => <div><Subject value="Own words" /><NotificationCategory value="Transactional" />Own words</div>`
const ownTheme = `
export function EmailTheme({ children }) { return <div>Own words{children}</div> }`

const settings = { 'auth.otp.allowSignIn': true }
const override = ({ call }: TestProject, patch: object) =>
  call('PATCH /internal/config/override', {
    ...asAdmin,
    body: { config_override_string: JSON.stringify(patch) },
  })

async function emailCode({ call }: TestProject, emailServer: TestEmail) {
  const email = newEmail()
  await call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
  return emailServer.waitForEmail(email, 'magic_link')
}

async function invite({ call }: TestProject, emailServer: TestEmail) {
  const email = newEmail()
  await call('POST /internal/send-sign-in-invitation', { ...asAdmin, body: { email, callback_url } })
  return emailServer.waitForEmail(email, 'sign_in_invitation')
}

async function openProduction(isSignUpAllowed: boolean): Promise<TestEmail> {
  const plaintextSmtp: ('shared' | 'projects')[] = ['shared']
  const config = { isProduction: true, rateLimits: true, plaintextSmtp, internalProject: { isSignUpAllowed } }
  return openEmailServer(inject('databaseUrl'), { config })
}

describe('while strangers can own projects in production, the shared email server', () => {
  let emailServer: TestEmail
  beforeAll(async () => {
    emailServer = await openProduction(true)
  })
  afterAll(() => emailServer.close())
  const newProject = (more = {}) => createTestProject(emailServer.server, { ...settings, ...more })

  const otherTheme = crypto.randomUUID()
  const ways: Record<string, (project: TestProject) => Promise<unknown>> = {
    'a template of the settings': (project) =>
      override(project, {
        [`emails.templates.${systemTemplateIds.magic_link}`]: { displayName: 'Own', tsxSource: ownTemplate },
        [`emails.templates.${systemTemplateIds.sign_in_invitation}`]: { displayName: 'Own', tsxSource: ownTemplate },
      }),
    'a theme of the settings': (project) =>
      override(project, {
        [`emails.themes.${otherTheme}`]: { displayName: 'Own', tsxSource: ownTheme },
        'emails.selectedThemeId': otherTheme,
      }),
    'a built-in theme that was rewritten': ({ call }) =>
      call('PATCH /internal/email-themes/{id}', {
        ...asAdmin,
        params: { id: builtInThemeIds.light },
        body: { tsx_source: ownTheme },
      }),
  }

  test.each(Object.entries(ways))('sends nothing of %s', async (_, write) => {
    const project = await newProject()
    await write(project)
    for (const sent of [await emailCode(project, emailServer), await invite(project, emailServer)]) {
      expect(`${sent.subject} ${sent.html} ${sent.text}`).not.toContain('Own words')
    }
  })

  test('sends no emails that an app writes, not even those that waited for a server of its own', async () => {
    const project = await newProject()
    const { id } = await createPerson(project)
    const body = { user_ids: [id], html: 'Own words', subject: 'Own words' }
    const refused = await project.send('POST /emails/send-email', { as: 'server', body })
    expect(refused.body).toMatchObject({ code: 'REQUIRES_CUSTOM_EMAIL_SERVER' })

    const { platform } = emailServer.server
    await projectCache(platform).find(project.id)
    await override(project, { 'emails.server': ownEmailServer })
    await project.call('POST /emails/send-email', { as: 'server', body })
    await override(project, { 'emails.server': { isShared: true } })
    await createBulkEmailSender(platform)({ project_id: project.id }, { signal: new AbortController().signal })
    expect(emailServer.inbox.list().filter(({ subject }) => subject === 'Own words')).toEqual([])
  })

  test('has no room for a message in names', async () => {
    const project = await newProject()
    const body = { display_name: 'Win a prize at evil.example today! '.repeat(20) }
    await project.call('PATCH /internal/projects/current', { ...asAdmin, body })
    for (const sent of [await emailCode(project, emailServer), await invite(project, emailServer)]) {
      expect(sent.subject.length).toBeLessThan(150)
      expect(sent.text.match(/evil\.example/g)?.length ?? 0).toBeLessThan(6)
      expect(sent.text).toContain('…')
    }
  })

  test.each(['project', 'owner'] as const)('sends a limited number of emails for one %s', async (whose) => {
    const internal = projectWithKeys(emailServer.server, 'internal', internalKeys)
    const email = newEmail()
    const owner = await internal.call('POST /auth/password/sign-up', {
      body: { email, password: 'correct horse battery', verification_callback_url: callback_url },
    })
    await emailServer.waitForEmail(email)
    const teams = await Promise.all(
      ['One', 'Two'].map((display_name) =>
        internal.call('POST /teams', { user: owner, body: { display_name, creator_user_id: 'me' } }),
      ),
    )
    const { db } = emailServer.server.platform
    const [first, second] = await Promise.all(
      teams.map(async ({ id }) => {
        const project = await newProject()
        await db.updateTable('projects').set({ owner_team_id: id }).where('id', '=', project.id).execute()
        projectCache(emailServer.server.platform).forget(project.id)
        return project
      }),
    )
    await invite(first!, emailServer)
    const name = whose === 'project' ? 'sharedEmailsByProject' : 'sharedEmailsByOwner'
    const key = `${name}:${whose === 'project' ? first!.id : owner.user_id}`
    const used = await sql`UPDATE rate_limits SET points = 5000 WHERE key = ${key}`.execute(db)
    expect(used.numAffectedRows).toBe(1n)

    const send = (project: TestProject) =>
      project.send('POST /internal/send-sign-in-invitation', { ...asAdmin, body: { email: newEmail(), callback_url } })
    expect(await send(first!)).toMatchObject({ status: 400, body: expect.stringContaining('daily limit') })
    expect((await send(second!)).status).toBe(whose === 'project' ? 200 : 400)
  })
})

describe('while owners are invited, the shared email server', () => {
  let emailServer: TestEmail
  beforeAll(async () => {
    emailServer = await openProduction(false)
  })
  afterAll(() => emailServer.close())

  test('sends everything for every project', async () => {
    const project = await createTestProject(emailServer.server, settings)
    const { id, email } = await createPerson(project)
    await project.call('PATCH /internal/email-templates/{id}', {
      ...asAdmin,
      params: { id: systemTemplateIds.magic_link },
      body: { tsx_source: ownTemplate },
    })
    expect(await emailCode(project, emailServer)).toMatchObject({ subject: 'Own words' })
    const body = { user_ids: [id], html: '<p>Thank you!</p>', subject: 'Your invoice' }
    await project.call('POST /emails/send-email', { as: 'server', body })
    await expect
      .poll(() => emailServer.inbox.list().find(({ subject }) => subject === 'Your invoice'))
      .toMatchObject({ to: [email] })
  })
})
