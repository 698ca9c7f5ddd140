import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  systemTemplateIds,
} from '../projects/project-config/built-in-emails.ts'
import { ownEmailServer } from '../testing/email.ts'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  separateServer,
  type TestEmail,
  type TestProject,
  testProject,
} from '../testing/index.ts'
import { toTsx } from './documents/to-tsx.ts'

const admin = { as: 'admin' as const }
const unknownId = '11111111-1111-4111-8111-111111111111'
const source = (body: string, marks = '<Subject value="Hi" /><NotificationCategory value="Marketing" />') => `
  import { NotificationCategory, Subject } from '@stackframe/emails'
  export const EmailTemplate = ({ user, project }) => <>${marks}${body}</>`
const theme = (body: string) => `export const EmailTheme = ({ children }) => <section>${body}{children}</section>`

const ownServer = { 'emails.server': ownEmailServer }
const readConfig = async ({ call }: TestProject) =>
  JSON.parse((await call('GET /internal/config', admin)).config_string) as {
    emails: Record<string, Record<string, unknown>>
  }

describe('a preview', () => {
  test('shows a stored template in a stored theme, with the examples of both', async () => {
    const { call } = await testProject()
    const body = { template_id: systemTemplateIds.magic_link, theme_id: builtInThemeIds.dark }
    const rendered = await call('POST /emails/render-email', { ...admin, body })
    expect(rendered).toMatchObject({
      subject: 'Sign in to Test project: your code is ABC123',
      notification_category: 'Transactional',
    })
    expect(rendered.html).toContain('Hi John Doe,')
    expect(rendered.html).toContain('content="dark"')
    expect(rendered.html).not.toContain('https://example.com/unsubscribe')
  })

  test('shows an email to many as one user gets it, without a working link to unsubscribe', async () => {
    const project = await testProject()
    const { call } = project
    const { id: user_id } = await call('POST /users', { as: 'admin', body: { display_name: 'Ada <b>Lovelace' } })
    const template_tsx_source = `
      import { NotificationCategory, Subject } from '@stackframe/emails'
      export const EmailTemplate = ({ user }) => <><Subject value={'News for ' + user.displayName} />
        <NotificationCategory value="Marketing" /><p>Dear {user.displayName}</p></>`
    const body = { template_tsx_source, user_id }
    const rendered = await call('POST /emails/render-email', { ...admin, body })
    expect(rendered).toMatchObject({ subject: 'News for Ada <b>Lovelace', notification_category: 'Marketing' })
    expect(rendered.html).toContain('Dear Ada &lt;b&gt;Lovelace')
    expect(rendered.html).toContain('https://example.com/unsubscribe')
    const codes = await project.server.platform.db
      .selectFrom('verification_codes')
      .select('kind')
      .where('project_id', '=', project.id)
      .execute()
    expect(codes).toEqual([])

    const transactional = { ...body, template_tsx_source: template_tsx_source.replace('Marketing', 'Transactional') }
    const { html } = await call('POST /emails/render-email', { ...admin, body: transactional })
    expect(html).not.toContain('unsubscribe')
    const other = await testProject()
    await expect(other.call('POST /emails/render-email', { ...admin, body })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
  })

  test('shows sources that are not stored, and a template without a theme', async () => {
    const { call } = await testProject()
    const sources = { template_tsx_source: source('<p>{user.displayName}</p>'), theme_tsx_source: theme('themed') }
    const { html, subject } = await call('POST /emails/render-email', { ...admin, body: sources })
    expect(html).toContain('<section>themed<p>John Doe</p></section>')
    expect(subject).toBe('Hi')
    const bare = { template_tsx_source: source('<p>x</p>', ''), theme_id: false as const }
    const answer = await call('POST /emails/render-email', { ...admin, body: bare })
    expect(answer).toEqual({ html: expect.stringContaining('<p>x</p>') })
  })

  test.each([
    ['neither template', {}],
    ['two templates', { template_id: unknownId, template_tsx_source: '' }],
    ['two themes', { template_id: unknownId, theme_id: false, theme_tsx_source: '' }],
    ['a theme that is no id', { template_id: unknownId, theme_id: 'light' }],
    ['a theme that is null', { template_id: unknownId, theme_id: null }],
  ])('of %s is refused', async (_, body) => {
    const { send } = await testProject()
    const answer = await send('POST /emails/render-email', { ...admin, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
  })

  test('of a template or theme of another project is refused', async () => {
    const [project, other] = [await testProject(), await testProject()]
    const { id } = await other.call('POST /internal/email-templates', { ...admin, body: { display_name: 'x' } })
    const themeId = (await other.call('POST /internal/email-themes', { ...admin, body: { display_name: 'x' } })).id
    const bodies = [{ template_id: id }, { template_id: systemTemplateIds.magic_link, theme_id: themeId }]
    for (const body of bodies) {
      const answer = await project.send('POST /emails/render-email', { ...admin, body })
      expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('was not found') })
    }
  })

  test('says what is wrong with a source', async () => {
    const { send } = await testProject()
    const body = { template_tsx_source: source('{nobody}') }
    const answer = await send('POST /emails/render-email', { ...admin, body })
    const details = { error: expect.stringContaining("'nobody' is not defined") }
    expect(answer).toMatchObject({ status: 400, body: { code: 'EMAIL_RENDERING_ERROR', details } })
  })
})

describe('themes', () => {
  test('can be made, read and changed; built-in ones come first and come back', async () => {
    const project = await testProject()
    const { call } = project
    const { id } = await call('POST /internal/email-themes', { ...admin, body: { display_name: 'Mine' } })
    expect(await call('GET /internal/email-themes', admin)).toEqual({
      themes: [
        { id: builtInThemeIds.light, display_name: 'Default Light' },
        { id: builtInThemeIds.dark, display_name: 'Default Dark' },
        { id, display_name: 'Mine' },
      ],
    })
    const light = toTsx(builtInThemes[builtInThemeIds.light]!.document!)
    const read = (themeId: string) => call('GET /internal/email-themes/{id}', { ...admin, params: { id: themeId } })
    expect(await read(id)).toMatchObject({ display_name: 'Mine', tsx_source: light })

    for (const params of [{ id }, { id: builtInThemeIds.light }]) {
      const body = { tsx_source: theme('new') }
      const answer = await call('PATCH /internal/email-themes/{id}', { ...admin, params, body })
      expect(answer.display_name).toBe(params.id === id ? 'Mine' : 'Default Light')
      expect((await read(params.id)).tsx_source).toBe(theme('new'))
    }
    const reset = JSON.stringify({ [`emails.themes.${builtInThemeIds.light}`]: null, [`emails.themes.${id}`]: null })
    await call('PATCH /internal/config/override', { ...admin, body: { config_override_string: reset } })
    expect((await read(builtInThemeIds.light)).tsx_source).toBe(light)
    const gone = await project.send('GET /internal/email-themes/{id}', { ...admin, params: { id } })
    expect(gone.status).toBe(404)
  })

  test('are stored only if they render', async () => {
    const project = await testProject()
    const params = { id: builtInThemeIds.dark }
    const body = { tsx_source: 'export const EmailTheme = () => { throw new Error("no") }' }
    const answer = await project.send('PATCH /internal/email-themes/{id}', { ...admin, params, body })
    expect(answer.body).toMatchObject({ code: 'EMAIL_RENDERING_ERROR', details: { error: 'no (line 1 of the theme)' } })
    const stored = (await readConfig(project)).emails.themes![builtInThemeIds.dark]
    const { displayName, document } = builtInThemes[builtInThemeIds.dark]!
    expect(stored).toEqual({ displayName, tsxSource: toTsx(document!) })
    const unknown = { params: { id: unknownId }, body: { tsx_source: theme('') } }
    expect((await project.send('PATCH /internal/email-themes/{id}', { ...admin, ...unknown })).status).toBe(404)
  })
})

describe('templates', () => {
  test('can be created and changed by a project with its own email server', async () => {
    const project = await testProject(ownServer)
    const { call } = project
    const { id } = await call('POST /internal/email-templates', { ...admin, body: { display_name: 'Mine' } })
    const body = { tsx_source: source('<p>changed</p>'), theme_id: builtInThemeIds.dark }
    const { rendered_html } = await call('PATCH /internal/email-templates/{id}', { ...admin, params: { id }, body })
    expect(rendered_html).toContain('<p>changed</p>')
    expect(rendered_html).toContain('content="light dark"')
    for (const theme_id of [null, false, undefined] as const) {
      const unchanged = { tsx_source: body.tsx_source, theme_id }
      await call('PATCH /internal/email-templates/{id}', { ...admin, params: { id }, body: unchanged })
    }
    const { templates } = await call('GET /internal/email-templates', admin)
    expect(templates).toHaveLength(6)
    const { document } = builtInTemplates[systemTemplateIds.email_verification]!
    expect(templates[0]).toEqual({
      id: systemTemplateIds.email_verification,
      display_name: 'Email Verification',
      tsx_source: toTsx(document!),
      document,
      kind: 'email_verification',
    })
    expect(templates[5]).toEqual({ id, display_name: 'Mine', ...body })
  })

  test('start with a sample that renders', async () => {
    const { call } = await testProject()
    const { id } = await call('POST /internal/email-templates', { ...admin, body: { display_name: 'Mine' } })
    const { html } = await call('POST /emails/render-email', { ...admin, body: { template_id: id } })
    expect(html).toContain('The count is 10.')
  })

  test.each([
    ['has no subject', '<NotificationCategory value="Marketing" />', '<Subject>'],
    ['has no category', '<Subject value="x" />', '<NotificationCategory>'],
  ])('are not stored when the source %s', async (_, marks, name) => {
    const { send } = await testProject(ownServer)
    const params = { id: systemTemplateIds.magic_link }
    const answer = await send('PATCH /internal/email-templates/{id}', {
      ...admin,
      params,
      body: { tsx_source: source('', marks) },
    })
    const details = { error: expect.stringContaining(name) }
    expect(answer).toMatchObject({ status: 400, body: { code: 'EMAIL_RENDERING_ERROR', details } })
  })

  test('cannot be changed with the shared email server, nor if they do not exist', async () => {
    const body = { tsx_source: source('') }
    const shared = await testProject()
    const params = { id: systemTemplateIds.magic_link }
    const refused = await shared.send('PATCH /internal/email-templates/{id}', { ...admin, params, body })
    expect(refused).toMatchObject({ status: 400, body: { code: 'REQUIRES_CUSTOM_EMAIL_SERVER' } })
    const own = await testProject(ownServer)
    const unknown = await own.send('PATCH /internal/email-templates/{id}', {
      ...admin,
      params: { id: unknownId },
      body,
    })
    expect(unknown.status).toBe(404)
  })
})

describe('ids', () => {
  const versionSeven = '019a8f2c-3c5e-7d41-9a2b-6f1e2d3c4b5a'
  const patch = ({ send }: TestProject, override: object) =>
    send('PATCH /internal/config/override', { ...admin, body: { config_override_string: JSON.stringify(override) } })

  test('that no route takes are refused in settings too', async () => {
    const project = await testProject()
    const entry = { displayName: 'x', tsxSource: theme('') }
    const overrides = [
      { [`emails.themes.${versionSeven}`]: entry },
      { [`emails.templates.${versionSeven}`]: entry },
      { [`emails.templates.${unknownId}`]: { ...entry, themeId: versionSeven } },
    ]
    for (const override of overrides) {
      const answer = await patch(project, override)
      expect(answer).toMatchObject({ status: 400, body: expect.stringMatching(/^\[(ERROR|WARNING)\] /) })
    }
    expect((await project.send('GET /internal/email-templates', admin)).status).toBe(200)
  })

  test('in upper case are the same in lower case, in settings and in routes', async () => {
    const project = await testProject(ownServer)
    const [themeId, templateId] = [crypto.randomUUID(), crypto.randomUUID()]
    const entry = { displayName: 'Mine', tsxSource: theme('') }
    await patch(project, {
      emails: { themes: { [themeId.toUpperCase()]: entry } },
      [`emails.templates.${templateId.toUpperCase()}`]: { ...entry, themeId: themeId.toUpperCase() },
      'emails.selectedThemeId': themeId.toUpperCase(),
      'emails.server': ownEmailServer,
    })
    await patch(project, { [`emails.themes.${themeId}`]: { ...entry, displayName: 'Renamed' } })
    const { emails } = await readConfig(project)
    expect(emails.selectedThemeId).toBe(themeId)
    expect(Object.keys(emails.themes!)).toContain(themeId)
    const params = { id: themeId.toUpperCase() }
    expect(await project.call('GET /internal/email-themes/{id}', { ...admin, params })).toMatchObject({
      display_name: 'Renamed',
    })
    const { templates } = await project.call('GET /internal/email-templates', admin)
    expect(templates.at(-1)).toMatchObject({ id: templateId, theme_id: themeId })
    const chosen = { config: { email_theme: themeId.toUpperCase() } }
    const { config } = await project.call('PATCH /internal/projects/current', { ...admin, body: chosen })
    expect(config.email_theme).toBe(themeId)
  })

  test('that were stored before do not keep anybody from reading the templates', async () => {
    const entry = { displayName: 'Old', tsxSource: '', themeId: versionSeven }
    const { call } = await testProject({ [`emails.templates.${unknownId}`]: entry })
    const { templates } = await call('GET /internal/email-templates', admin)
    expect(templates.at(-1)).toMatchObject({ id: unknownId, theme_id: versionSeven })
  })

  test.each(['GET', 'PATCH'])('that are none belong to no theme and no draft: %s', async (method) => {
    const { send } = await testProject()
    for (const kind of ['themes', 'drafts']) {
      const body = method === 'GET' ? {} : { body: kind === 'themes' ? { tsx_source: theme('') } : {} }
      const answer = await send(`${method} /internal/email-${kind}/{id}`, { ...admin, params: { id: 'mine' }, ...body })
      expect(answer).toMatchObject({ status: 404, body: expect.any(String) })
    }
  })

  test('of templates are checked after the email server, and before whether the template exists', async () => {
    const change = { ...admin, params: { id: 'mine' }, body: { tsx_source: source('') } }
    const patchTemplate = async ({ send }: TestProject) =>
      (await send('PATCH /internal/email-templates/{id}', change)).body
    expect(await patchTemplate(await testProject())).toMatchObject({ code: 'REQUIRES_CUSTOM_EMAIL_SERVER' })
    expect(await patchTemplate(await testProject(ownServer))).toMatchObject({ code: 'SCHEMA_ERROR' })
  })
})

describe('drafts', () => {
  test('can be made, listed and changed; without a theme in the change they go back to the project’s', async () => {
    const { call } = await testProject()
    const create = (body: { display_name: string; theme_id?: false; tsx_source?: string }) =>
      call('POST /internal/email-drafts', { ...admin, body })
    const first = await create({ display_name: 'First', theme_id: false })
    const second = await create({ display_name: 'Second', tsx_source: 'not checked' })
    const read = (id: string) => call('GET /internal/email-drafts/{id}', { ...admin, params: { id } })
    expect(await read(second.id)).toEqual({
      id: second.id,
      display_name: 'Second',
      tsx_source: 'not checked',
      sent_at_millis: null,
    })
    expect(await read(first.id)).toMatchObject({ theme_id: false, tsx_source: expect.stringContaining('Marketing') })
    const change = { ...admin, params: { id: first.id }, body: { display_name: 'Third' } }
    expect(await call('PATCH /internal/email-drafts/{id}', change)).toEqual({ ok: 'ok' })
    expect(await read(first.id)).not.toHaveProperty('theme_id')
    const { drafts } = await call('GET /internal/email-drafts', admin)
    expect(drafts.map(({ display_name }) => display_name)).toEqual(['Third', 'Second'])
  })

  test('of another project do not exist, and a request cannot say when they were sent', async () => {
    const [project, other] = [await testProject(), await testProject()]
    const { id } = await other.call('POST /internal/email-drafts', { ...admin, body: { display_name: 'x' } })
    const get = await project.send('GET /internal/email-drafts/{id}', { ...admin, params: { id } })
    const patch = await project.send('PATCH /internal/email-drafts/{id}', { ...admin, params: { id }, body: {} })
    expect([get.status, patch.status]).toEqual([404, 404])
    for (const body of [{ theme_id: null }, { sent_at_millis: 5 }]) {
      const answer = await other.send('PATCH /internal/email-drafts/{id}', { ...admin, params: { id }, body })
      expect(answer).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    }
  })
})

describe('emails over real servers', () => {
  let emailServer: TestEmail
  beforeAll(async () => {
    emailServer = await openEmailServer(inject('databaseUrl'))
  })
  afterAll(() => emailServer.close())
  const opened: Server[] = []
  afterEach(() => {
    for (const server of opened.splice(0)) server.close()
  })

  const config = (port: number) => ({
    host: '127.0.0.1',
    port,
    username: 'user',
    password: 'a password for emails',
    sender_name: 'Baker & Sons',
    sender_email: 'bakers@example.com',
  })
  const sendTest = (project: TestProject, port: number, to = newEmail()) =>
    project.call('POST /internal/send-test-email', {
      ...admin,
      body: { recipient_email: to, email_config: config(port) },
    })

  async function listen(onLine: (line: string, write: (answer: string) => void) => void): Promise<number> {
    const server = createServer((socket) => {
      const write = (answer: string) => void socket.write(`${answer}\r\n`)
      socket.on('error', () => undefined)
      write('220 secret-banner ESMTP')
      socket.on('data', (data) => onLine(String(data), write))
    }).listen(0, '127.0.0.1')
    opened.push(server)
    await new Promise((resolve) => server.once('listening', resolve))
    return (server.address() as { port: number }).port
  }

  test('an invitation has the link as it was given', async () => {
    const project = await createTestProject(emailServer.server)
    const email = newEmail()
    const body = { email, callback_url: 'http://localhost:3000/welcome?a=1' }
    await project.call('POST /internal/send-sign-in-invitation', { as: 'server', body })
    const received = await emailServer.waitForEmail(email, 'sign_in_invitation')
    expect(received.html).toContain('href="http://localhost:3000/welcome?a=1"')
    const evil = await project.send('POST /internal/send-sign-in-invitation', {
      as: 'server',
      body: { email, callback_url: 'https://evil.example.com' },
    })
    expect(evil.body).toMatchObject({ code: 'REDIRECT_URL_NOT_WHITELISTED' })
  })

  /** Says this to the first messages, one after the other, and takes the rest. */
  async function listenAndRefuse(...refusals: string[]): Promise<number> {
    return listen((line, write) => {
      if (/^EHLO/.test(line)) write('250-hello\r\n250 AUTH PLAIN')
      else if (/^AUTH/.test(line)) write('235 welcome')
      else if (/^DATA/.test(line)) write('354 go on')
      else if (/^RCPT/.test(line)) write(refusals.shift() ?? '250 ok')
      else if (/^(MAIL|RSET)/.test(line) || line.endsWith('\r\n.\r\n')) write('250 ok')
    })
  }
  const invite = (project: TestProject, email: string) =>
    project.send('POST /internal/send-sign-in-invitation', {
      as: 'server',
      body: { email, callback_url: 'http://localhost:3000/welcome' },
    })
  const errorsOf = async (project: TestProject) =>
    (await project.call('GET /internal/emails', admin)).items.map(({ error }) => error)

  test('an invitation that the server refuses for good is refused, and the log says why', async () => {
    const port = await listenAndRefuse('554 secret-banner')
    const project = await createTestProject(emailServer.server, { 'emails.server': { ...ownEmailServer, port } })
    expect(await invite(project, newEmail())).toMatchObject({
      status: 400,
      body: 'The invitation could not be sent. The email server rejected the email.',
    })
    expect(await errorsOf(project)).toMatchObject([{ errorType: 'REJECTED' }])
  })

  test('an invitation that the server cannot take for now is tried again', async () => {
    const port = await listenAndRefuse('450 later')
    const project = await createTestProject(emailServer.server, { 'emails.server': { ...ownEmailServer, port } })
    expect(await invite(project, newEmail())).toMatchObject({ status: 200, body: { success: true } })
    expect(await errorsOf(project)).toMatchObject([null, { errorType: 'TEMPORARY' }])
  })

  test('an invitation is refused on a deployment without an email server', async () => {
    expect(await invite(await testProject(), newEmail())).toMatchObject({
      status: 400,
      body: 'No email server is configured.',
    })
  })

  test('a test email that the server accepts is in the log without the password', async () => {
    const project = await createTestProject(emailServer.server)
    const received: string[] = []
    const port = await listen((line, write) => {
      received.push(line)
      if (/^EHLO/.test(line)) write('250-hello\r\n250 AUTH PLAIN')
      else if (/^AUTH/.test(line)) write('235 welcome')
      else if (/^DATA/.test(line)) write('354 go on')
      else if (/^QUIT/.test(line)) write('221 bye')
      else if (!/^(Content|From|To|Subject|--|\s)/.test(line) || line.endsWith('\r\n.\r\n')) write('250 ok')
    })
    const to = newEmail()
    expect(await sendTest(project, port, to)).toMatchObject({
      success: true,
      smtp: { is_accepted: true, refusal: null },
    })
    expect(received.join('')).toContain(`RCPT TO:<${to}>`)
    const { items } = await project.call('GET /internal/emails', admin)
    expect(items).toMatchObject([{ subject: 'Test email from Latchkey', to: [to], error: null }])
    const { password, ...shown } = config(port)
    expect(items[0]!.sender_config).toEqual({ type: 'standard', ...shown })
    expect(JSON.stringify(items)).not.toContain(password)
  })

  test.each([
    ['535 5.7.8 secret-banner', 'AUTH_FAILED', 'rejected the username or password'],
    ['450 secret-banner', 'TEMPORARY', 'temporarily rejected the email'],
    ['553 secret-banner', 'INVALID_EMAIL_ADDRESS', 'rejected the address'],
    ['554 secret-banner', 'REJECTED', 'rejected the email'],
  ])('a server that says %s is %s', async (answer, errorType, message) => {
    const project = await createTestProject(emailServer.server)
    const port = await listen((line, write) => {
      if (/^EHLO/.test(line)) write('250-hello\r\n250 AUTH PLAIN')
      else if (/^AUTH/.test(line)) write(answer.startsWith('535') ? answer : '235 welcome')
      else if (/^MAIL/.test(line)) write('250 ok')
      else write(answer)
    })
    const result = await sendTest(project, port)
    expect(result).toMatchObject({ success: false, error_message: expect.stringContaining(message) })
    expect(result.smtp).toMatchObject({
      is_connected: true,
      is_accepted: false,
      refusal: expect.stringMatching(answer),
    })
    const { items } = await project.call('GET /internal/emails', admin)
    expect(items[0]!.error).toMatchObject({ errorType, rawError: result.error_message })
    expect(JSON.stringify(items)).not.toContain('secret-banner')
  })

  test('a server that is not there, or hangs up, has a class of error', async () => {
    const project = await createTestProject(emailServer.server)
    expect(await sendTest(project, 1)).toMatchObject({
      success: false,
      error_message: 'The connection to the email server was lost.',
    })
    const body = { recipient_email: newEmail(), email_config: { ...config(25), host: 'nowhere.invalid' } }
    const missing = await project.call('POST /internal/send-test-email', { ...admin, body })
    expect(missing).toMatchObject({ success: false, error_message: 'The email server was not found.' })
  })

  test('a server in the network of the deployment is not called in production', async () => {
    const server = await separateServer({ config: { isProduction: true } })
    const project = await createTestProject(server)
    let connections = 0
    const port = await listen(() => undefined)
    opened[0]!.on('connection', () => connections++)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '::ffff:127.0.0.1']) {
      const body = { recipient_email: newEmail(), email_config: { ...config(port), host } }
      expect(await project.call('POST /internal/send-test-email', { ...admin, body })).toMatchObject({ success: false })
    }
    expect(connections).toBe(0)
  })

  test('emails of a project with its own email server are sent through it', async () => {
    const project = await createTestProject(emailServer.server, { 'emails.server': ownEmailServer })
    const person = await project.signUp()
    const log = () => project.call('GET /internal/emails', admin).then(({ items }) => items)
    const { host, port, username, senderName: sender_name, senderEmail: sender_email } = ownEmailServer
    await expect.poll(log).toMatchObject([
      {
        to: [person.email],
        error: { errorType: 'SOCKET_CLOSED', canRetry: false },
        sender_config: { type: 'standard', host, port, username, sender_name, sender_email },
      },
    ])
  })
})
