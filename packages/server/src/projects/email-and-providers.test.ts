import { providerTypes } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { type TestProject, testProject } from '../testing/index.ts'

const schemaError = { status: 400, body: { code: 'SCHEMA_ERROR' } }

function actions({ call, send }: TestProject) {
  return {
    setEmail: async (email_config: object) => {
      const body = { config: { email_config } } as never
      const project = await call('PATCH /internal/projects/current', { as: 'admin', body })
      return project.config.email_config
    },
    setProviders: async (oauth_providers: object[]) => {
      const body = { config: { oauth_providers } } as never
      return (await call('PATCH /internal/projects/current', { as: 'admin', body })).config
    },
    sendConfig: (config: object) => send('PATCH /internal/projects/current', { as: 'admin', body: { config } }),
    rendered: async () => JSON.parse((await call('GET /internal/config', { as: 'admin' })).config_string),
  }
}

describe('the SMTP server', () => {
  const standard = {
    type: 'standard',
    host: 'smtp.example.com',
    port: 587,
    username: 'mailer',
    password: 'smtp password',
    sender_name: 'Example',
    sender_email: 'noreply@example.com',
  }

  test('changes between shared and standard and leaves no residue', async () => {
    const project = await testProject()
    const { setEmail, rendered } = actions(project)
    const other = { ...standard, host: 'mail.example.org', port: 25, sender_email: 'NoReply@Example.org' }
    for (const config of [standard, other, { type: 'shared' }, { type: 'shared' }, standard]) {
      expect(await setEmail(config)).toStrictEqual(config)
      const read = await project.call('GET /internal/projects/current', { as: 'admin' })
      expect(read.config.email_config).toStrictEqual(config)
    }
    expect((await rendered()).emails.server).toStrictEqual({
      isShared: false,
      provider: 'smtp',
      host: 'smtp.example.com',
      port: 587,
      username: 'mailer',
      password: 'smtp password',
      senderName: 'Example',
      senderEmail: 'noreply@example.com',
    })
    await setEmail({ type: 'shared' })
    expect((await rendered()).emails.server).toStrictEqual({ isShared: true, provider: 'smtp' })
  })

  test('replaces what was set by key path', async () => {
    const { setEmail } = actions(await testProject({ 'emails.server.isShared': false, 'emails.server.host': 'old' }))
    expect(await setEmail({ type: 'shared' })).toStrictEqual({ type: 'shared' })
    expect(await setEmail(standard)).toStrictEqual(standard)
  })

  test('that lacks everything is told six things', async () => {
    const { sendConfig } = actions(await testProject())
    const response = await sendConfig({ email_config: { type: 'standard' } })
    expect(response).toMatchObject(schemaError)
    const lines = (response.body as { details: { message: string } }).details.message.split('\n').slice(1)
    const names = ['host', 'port', 'username', 'password', 'sender_name', 'sender_email']
    expect(lines.map((line) => line.trim().split(' ')[1])).toEqual(
      names.map((name) => `body.config.email_config.${name}`),
    )
  })

  test.each([
    { type: 'shared', host: 'smtp.example.com' },
    { ...standard, extra: 1 },
    { ...standard, host: '' },
    { ...standard, username: '' },
    { ...standard, password: '' },
    { ...standard, password: 'x'.repeat(71) },
    { ...standard, sender_name: '' },
    { ...standard, sender_email: 'nobody' },
    { ...standard, port: -1 },
    { ...standard, port: 65_536 },
    { ...standard, port: null },
    { type: 'other' },
    {},
  ])('cannot be %j', async (email_config) => {
    const { sendConfig } = actions(await testProject())
    expect(await sendConfig({ email_config })).toMatchObject(schemaError)
  })

  test.each([0, 65_535])('may have the port %i', async (port) => {
    const { setEmail } = actions(await testProject())
    expect(await setEmail({ ...standard, port })).toEqual({ ...standard, port })
  })
})

describe('sign-in providers', () => {
  const shared = (id: string) => ({ id, type: 'shared' })
  const standard = (id: string) => ({ id, type: 'standard', client_id: `${id} id`, client_secret: `${id} secret` })
  const shown = (provider: { id: string }) => ({ provider_config_id: provider.id, ...provider })

  test('of all twelve types come back sorted, whatever their order was', async () => {
    const { setProviders } = actions(await testProject())
    const config = await setProviders(providerTypes.map(shared))
    const sorted = [...providerTypes].sort()
    expect(config.oauth_providers).toStrictEqual(sorted.map((id) => shown(shared(id))))
    expect(config.enabled_oauth_providers).toStrictEqual(sorted.map((id) => ({ id })))
  })

  test('show their secrets to admins, and only what they have', async () => {
    const { setProviders, rendered } = actions(await testProject())
    const providers = [
      { ...standard('facebook'), facebook_config_id: 'business' },
      standard('github'),
      { ...standard('microsoft'), microsoft_tenant_id: 'tenant' },
      shared('spotify'),
    ]
    const config = await setProviders(providers)
    expect(config.oauth_providers).toStrictEqual(providers.map(shown))
    expect((await rendered()).auth.oauth.providers.facebook).toStrictEqual({
      type: 'facebook',
      isShared: false,
      clientId: 'facebook id',
      clientSecret: 'facebook secret',
      facebookConfigId: 'business',
      allowSignIn: true,
      allowConnectedAccounts: true,
    })
  })

  test('that are missing from a new list are gone, with their secrets', async () => {
    const { setProviders, rendered } = actions(await testProject())
    await setProviders([standard('github'), standard('google')])
    const config = await setProviders([shared('google'), shared('x')])
    expect(config.oauth_providers).toStrictEqual([shown(shared('google')), shown(shared('x'))])
    expect(Object.keys((await rendered()).auth.oauth.providers)).toEqual(['google', 'x'])
    expect((await setProviders([])).oauth_providers).toEqual([])
  })

  test('that do not sign in, or have no type, are not shown', async () => {
    const project = await testProject({
      'auth.oauth.providers.google': { type: 'google' },
      'auth.oauth.providers.github': { allowSignIn: true },
      'auth.oauth.providers.x': { type: 'x', allowSignIn: true },
    })
    const { config } = await project.call('GET /internal/projects/current', { as: 'admin' })
    expect(config.oauth_providers).toStrictEqual([shown(shared('x'))])
  })

  test.each([
    { ...shared('google'), provider_config_id: 'google' },
    shared('myspace'),
    { id: 'google', type: 'own' },
    { id: 'google' },
    { type: 'shared' },
    { id: 'google', type: 'standard' },
    { ...standard('google'), client_id: '' },
    { ...standard('google'), client_secret: '' },
    { ...standard('google'), client_secret: null },
    { ...standard('google'), extra: 1 },
  ])('cannot be %j', async (provider) => {
    const { sendConfig } = actions(await testProject())
    expect(await sendConfig({ oauth_providers: [provider] })).toMatchObject(schemaError)
  })
})

test('secrets of SMTP server and providers are encrypted in the database', async () => {
  const project = await testProject()
  const { setEmail, setProviders } = actions(project)
  await setEmail({
    type: 'standard',
    host: 'smtp.example.com',
    port: 587,
    username: 'mailer',
    password: 'a secret for email',
    sender_name: 'Example',
    sender_email: 'noreply@example.com',
  })
  await setProviders([{ id: 'google', type: 'standard', client_id: 'public', client_secret: 'a secret for google' }])

  const row = await project.server.platform.db
    .selectFrom('projects')
    .select('config_override')
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  const stored = JSON.stringify(row.config_override)
  expect(stored).toContain('smtp.example.com')
  expect(stored).not.toMatch(/a secret for (email|google)/)
})
