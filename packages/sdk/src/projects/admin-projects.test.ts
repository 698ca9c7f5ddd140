import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { type AdminProjectUpdateOptions, appInternalsSymbol, KnownErrors, StatusError } from '../index.ts'
import { createAdmin, createClient, openProject, signUp } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const emailServer = {
  type: 'standard',
  host: 'smtp.example.com',
  port: 465,
  username: 'user',
  password: 'secret',
  senderName: 'Example',
  senderEmail: 'hello@example.com',
} as const

/** All options with values that differ from the defaults. */
const everything = {
  displayName: 'New name',
  description: 'Used in production',
  isProductionMode: true,
  logoUrl: 'https://example.com/logo.png',
  fullLogoUrl: 'https://example.com/full.png',
  config: {
    signUpEnabled: false,
    credentialEnabled: false,
    magicLinkEnabled: true,
    passkeyEnabled: true,
    clientTeamCreationEnabled: true,
    clientUserDeletionEnabled: true,
    allowUserApiKeys: true,
    allowTeamApiKeys: true,
    allowLocalhost: false,
    createTeamOnSignUp: true,
    clientRoleChangesEnabled: true,
    marketingOptIn: true,
    stepUpRequired: true,
    sessionLongestLifeMinutes: 720,
    sessionInactivityMinutes: 30,
    sessionsPerUser: null,
    secondFactor: 'required',
    secondFactorRequiredFromMillis: 4_000_000_000_000,
    trustedDevicesAllowed: false,
    oauthAccountMergeStrategy: 'raise_error',
    oauthProviders: [
      { id: 'github', type: 'shared' },
      { id: 'microsoft', type: 'standard', clientId: 'id', clientSecret: 'secret', microsoftTenantId: 'tenant' },
    ],
    domains: [{ domain: 'https://example.com', handlerPath: '/auth' }],
    emailConfig: emailServer,
    emailTheme: 'a0172b5d-cff0-463b-83bb-85124697373a',
    teamCreatorDefaultPermissions: [{ id: 'team_member' }],
    teamMemberDefaultPermissions: [],
    userDefaultPermissions: [],
  },
} as const satisfies AdminProjectUpdateOptions

async function open() {
  const opened = await openProject()
  const app = createAdmin(opened.project)
  return { ...opened, app, project: await app.getProject(), testProject: opened.project }
}

describe('a project', () => {
  test('returns all changed settings', async () => {
    const { app, project } = await open()
    expect(project.createdAt).toBeInstanceOf(Date)
    await project.update(everything)
    expect(await app.getProject()).toMatchObject(everything)
  })

  test('keeps settings that an update omits', async () => {
    const { app, project } = await open()
    await project.update(everything)
    await project.update({ config: { allowLocalhost: true }, description: null })
    const { config, ...rest } = await app.getProject()
    expect(rest).toMatchObject({ displayName: 'New name', description: '' })
    expect(config).toMatchObject({ ...everything.config, allowLocalhost: true })
  })

  test('returns an email server of type Resend as standard', async () => {
    const { app, project } = await open()
    await project.update({ config: { emailConfig: { ...emailServer, type: 'resend' } } })
    expect((await app.getProject()).config.emailConfig).toEqual(emailServer)
    await project.update({ config: { emailConfig: { type: 'shared' } } })
    expect((await app.getProject()).config.emailConfig).toEqual({ type: 'shared' })
  })

  test('explains an invalid setting', async () => {
    const { project } = await open()
    const wrong = project.update({ config: { emailConfig: { ...emailServer, host: '' } } })
    await expect(wrong).rejects.toSatisfy(KnownErrors.SchemaError.isInstance)
  })

  test('can be deleted', async () => {
    const { app, project } = await open()
    await project.delete()
    await expect(app.getProject()).rejects.toSatisfy(KnownErrors.CurrentProjectNotFound.isInstance)
  })

  test('changes immediately for subscribers of the project, its settings and lists', async () => {
    const { app, project } = await open()
    const { project: shown, emailThemes } = app[appInternalsSymbol]
    const { config } = project[appInternalsSymbol]
    await show(shown, config, emailThemes)

    await project.update({ config: { signUpEnabled: false } })
    expect(shownIn(shown).config.signUpEnabled).toBe(false)
    expect(shownIn(config).auth.allowSignUp).toBe(false)

    const id = 'b2a2e4f0-6b0e-4f4e-9a53-1d3c5b7a9f10'
    const [theme] = Object.values(shownIn(config).emails.themes)
    await project.updateConfig({
      'auth.allowSignUp': null,
      [`emails.themes.${id}`]: { ...theme!, displayName: 'Mine' },
    })
    expect(shownIn(shown).config.signUpEnabled).toBe(true)
    expect(shownIn(config).emails.themes[id]!.displayName).toBe('Mine')
    expect(shownIn(emailThemes)).toContainEqual({ id, displayName: 'Mine' })
  })

  test('keeps its identity while nothing changes', async () => {
    const { app, project } = await open()
    expect(await app.getProject()).toBe(project)
  })

  test('gets additional members from packages', async () => {
    const { project } = await openProject()
    const app = createAdmin(project)
    app[appInternalsSymbol].core.extensions = { project: ({ id }) => ({ useConfig: () => `config of ${id}` }) }
    expect(await app.getProject()).toMatchObject({ id: project.id, useConfig: expect.any(Function) })
  })
})

describe('settings by key path', () => {
  test('accept dotted keys and whole objects, and null restores defaults', async () => {
    const { project, testProject } = await open()
    await project.updateConfig({
      'auth.allowSignUp': false,
      teams: { allowClientTeamCreation: true },
      'dataVault.stores.secrets': { displayName: 'Secrets' },
      'auth.otp.allowSignIn': undefined,
    })
    expect(await project.getConfig()).toMatchObject({
      auth: { allowSignUp: false, otp: { allowSignIn: false } },
      teams: { allowClientTeamCreation: true, createPersonalTeamOnSignUp: false },
      dataVault: { stores: { secrets: { displayName: 'Secrets' } } },
    })
    await project.updateConfig({ 'auth.allowSignUp': null, 'dataVault.stores.secrets': null })
    const config = await project.getConfig()
    expect(config.auth.allowSignUp).toBe(true)
    expect(config.dataVault.stores).toEqual({})
    await expect(signUp(createClient(testProject))).resolves.toBeDefined()
  })

  test('are rejected with the path of the error', async () => {
    const { project } = await open()
    const error = await project.updateConfig({ 'auth.allowSignUp': 'perhaps' }).catch((reason) => reason)
    expect(error).toBeInstanceOf(StatusError)
    expect(error.message).toContain('auth.allowSignUp')
    await expect(project.updateConfig({ 'auth.allow': true })).rejects.toThrow('auth.allow')
  })

  test('keep fifty concurrent changes', async () => {
    const { project } = await open()
    const ids = Array.from({ length: 50 }, (_, index) => `item${index}`)
    await Promise.all(
      ids.map((id) => project.updateConfig({ [`payments.items.${id}`]: { displayName: id, customerType: 'team' } })),
    )
    const { payments } = await project.getConfig()
    expect(payments.items).toEqual(Object.fromEntries(ids.map((id) => [id, { displayName: id, customerType: 'team' }])))
  })
})

test('production mode errors list localhost first, then one error per domain', async () => {
  const { app, project } = await open()
  const relativeFixUrl = `/projects/${project.id}/domains`
  const [localhost, ...others] = await project.getProductionModeErrors()
  expect(localhost).toMatchObject({ message: expect.stringMatching(/localhost/i), relativeFixUrl })
  expect(others).toEqual([])

  const domains = ['http://localhost:3000', 'https://app.localhost', 'https://10.0.0.1', 'http://example.com']
  await project.update({
    config: {
      allowLocalhost: false,
      domains: [...domains, 'https://*.example.com', 'https://example.org'].map((domain) => ({
        domain,
        handlerPath: '/handler',
      })),
    },
  })
  const errors = await (await app.getProject()).getProductionModeErrors()
  expect(errors.map(({ message }) => message).sort()).toEqual([
    expect.stringMatching(/IP.*https:\/\/10\.0\.0\.1/),
    'Localhost domains are not allowed to be trusted in production mode: http://localhost:3000',
    'Localhost domains are not allowed to be trusted in production mode: https://app.localhost',
    'Trusted domains should be HTTPS: http://example.com',
  ])
})
