import { type EmailDocument, type EmailKind, emailKinds } from '@latchkey/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  builtInNotices,
  builtInTemplates,
  builtInThemeIds,
  builtInThemes,
  systemTemplateIds,
} from '../../projects/project-config/built-in-emails.ts'
import {
  createTestProject,
  newEmail,
  openEmailServer,
  ownEmailServer,
  type TestEmail,
  testProject,
} from '../../testing/index.ts'
import { createPerson } from '../../testing/world.ts'
import { toTemplateTsx } from '../documents/to-tsx.ts'

const admin = { as: 'admin' as const }
const ownServer = { 'emails.server': ownEmailServer }
const { magic_link: magicLink } = systemTemplateIds
const lightTheme = builtInThemes[builtInThemeIds.light]!.document!

const letter = (words: string, more: Partial<EmailDocument> = {}): EmailDocument => ({
  subject: `${words} {{otp}}`,
  category: 'Transactional',
  content: {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: words },
          { type: 'variable', attrs: { name: 'otp' } },
        ],
      },
    ],
  },
  ...more,
})
const codeTheme = 'export const EmailTheme = ({ children }) => <section>{children}</section>'

async function setUp(settings = ownServer) {
  const project = await testProject(settings)
  const { call, send } = project
  const list = async (include_notices?: 'true') =>
    (await call('GET /internal/email-templates', { ...admin, query: include_notices ? { include_notices } : {} }))
      .templates
  return {
    project,
    list,
    find: async (id: string) => (await list('true')).find((template) => template.id === id)!,
    save: (id: string, body: object) =>
      send('PATCH /internal/email-templates/{id}', { ...admin, params: { id }, body } as never),
    reset: (id: string) => send('POST /internal/email-templates/{id}/reset', { ...admin, params: { id }, body: {} }),
  }
}

describe('a visual template', () => {
  test('is stored as data, with equivalent code, and code takes its place', async () => {
    const { find, save, project } = await setUp()
    expect(await save(magicLink, { document: letter('Knock knock') })).toMatchObject({
      status: 200,
      body: { rendered_html: expect.stringContaining('Knock knockABC123') },
    })
    const saved = await find(magicLink)
    expect(saved).toMatchObject({ document: letter('Knock knock'), kind: 'magic_link', is_changed: true })
    expect(saved.tsx_source).toContain("{'Knock knock'}")
    expect(await save(magicLink, { tsx_source: saved.tsx_source })).toMatchObject({ status: 200 })
    const converted = await find(magicLink)
    expect(converted).not.toHaveProperty('document')
    expect(converted.tsx_source).toBe(saved.tsx_source)

    const params = { id: magicLink }
    const { versions } = await project.call('GET /internal/email-sources/{id}/versions', { ...admin, params })
    const read = (version_id: string) =>
      project.call('GET /internal/email-sources/{id}/versions/{version_id}', {
        ...admin,
        params: { ...params, version_id },
      })
    expect(await read(versions[0]!.id)).toMatchObject({ document: letter('Knock knock'), tsx_source: saved.tsx_source })
  })

  test('is code for clients that only know the configuration, and their code takes its place', async () => {
    const { find, save, project } = await setUp()
    await save(magicLink, { document: letter('Knock knock') })
    const { config_string } = await project.call('GET /internal/config', admin)
    const { [magicLink]: shown } = JSON.parse(config_string).emails.templates
    expect(shown).toEqual({ displayName: expect.any(String), tsxSource: expect.stringContaining('Knock knock') })
    const tsxSource = shown.tsxSource.replaceAll('Knock knock', 'Who is there')
    const config_override_string = JSON.stringify({ [`emails.templates.${magicLink}`]: { ...shown, tsxSource } })
    await project.call('PATCH /internal/config/override', { ...admin, body: { config_override_string } })
    const changed = await find(magicLink)
    expect(changed).toMatchObject({ tsx_source: tsxSource })
    expect(changed).not.toHaveProperty('document')
  })

  test('is refused without what its email is for, and together with code', async () => {
    const { save } = await setUp()
    const details = { error: 'The email must contain {{otp}} or {{magicLink}}.' }
    const empty = letter('x', { subject: 'x', content: { type: 'doc', content: [] } })
    expect((await save(magicLink, { document: empty })).body).toMatchObject({ code: 'EMAIL_RENDERING_ERROR', details })
    for (const body of [
      {},
      { document: letter('x'), tsx_source: 'x' },
      { document: { ...letter('x'), content: 'x' } },
    ]) {
      expect((await save(magicLink, body)).body).toMatchObject({ code: 'SCHEMA_ERROR' })
    }
  })

  test('is reset to its default; a template of the project has none', async () => {
    const { project, find, save, reset } = await setUp()
    await save(magicLink, { document: letter('x'), theme_id: builtInThemeIds.dark })
    expect((await reset(magicLink)).status).toBe(200)
    expect(await find(magicLink)).toMatchObject({ document: builtInTemplates[magicLink]!.document })
    expect(await find(magicLink)).not.toHaveProperty('is_changed')
    const body = { display_name: 'Mine', document: letter('x') }
    const { id } = await project.call('POST /internal/email-templates', { ...admin, body })
    expect((await find(id)).document).toEqual(letter('x'))
    expect((await reset(id)).status).toBe(400)
    expect((await reset(crypto.randomUUID())).status).toBe(404)
  })

  test('can be saved by the configuration editor, which refuses anything but a document', async () => {
    const { project, find } = await setUp()
    const saveConfig = (document: unknown) =>
      project.send('PATCH /internal/config/override', {
        ...admin,
        body: {
          config_override_string: JSON.stringify({ [`emails.templates.${magicLink}`]: { displayName: 'x', document } }),
        },
      })
    expect((await saveConfig({ ...letter('x'), content: { type: 'doc', content: [{ type: 'script' }] } })).status).toBe(
      400,
    )
    expect((await saveConfig({ subject: 'x' })).status).toBe(400)
    expect((await saveConfig(letter('From the editor'))).status).toBe(200)
    expect((await find(magicLink)).document).toEqual(letter('From the editor'))
    const { config_string } = await project.call('GET /internal/config', admin)
    expect(JSON.parse(config_string).emails.templates[magicLink].tsxSource).toContain('From the editor')
  })
})

describe('a visual theme', () => {
  test('is stored, surrounds code and documents alike, and is reset', async () => {
    const { project } = await setUp()
    const { call } = project
    const params = { id: builtInThemeIds.light }
    const document = { ...lightTheme, footer: 'Baker Street {{projectDisplayName}}' }
    await call('PATCH /internal/email-themes/{id}', { ...admin, params, body: { document } })
    const read = () => call('GET /internal/email-themes/{id}', { ...admin, params })
    expect(await read()).toMatchObject({
      document,
      is_changed: true,
      tsx_source: expect.stringContaining('Baker Street'),
    })
    const code = toTemplateTsx(letter('As code'))
    for (const body of [{ template_document: letter('As data') }, { template_tsx_source: code }]) {
      const { html } = await call('POST /emails/render-email', { ...admin, body })
      expect(html).toMatch(/As (data|code)/)
      expect(html).toContain('Baker Street Test project')
    }
    await call('POST /internal/email-themes/{id}/reset', { ...admin, params, body: {} })
    expect(await read()).toMatchObject({ document: lightTheme })
    const { id } = await call('POST /internal/email-themes', { ...admin, body: { display_name: 'Mine' } })
    const reset = await project.send('POST /internal/email-themes/{id}/reset', { ...admin, params: { id }, body: {} })
    expect(reset.status).toBe(400)
  })
})

test('a document is shown in a theme that is code', async () => {
  const { project } = await setUp()
  const body = { template_document: letter('Inside', { category: 'Marketing' }), theme_tsx_source: codeTheme }
  const rendered = await project.call('POST /emails/render-email', { ...admin, body })
  expect(rendered).toMatchObject({ subject: 'Inside ABC123', notification_category: 'Marketing' })
  expect(rendered.html).toMatch(/<section><div><p[^>]*>InsideABC123<\/p><\/div><\/section>/)
})

test.each(Object.keys(systemTemplateIds) as EmailKind[])('the code of %s renders the same words', async (kind) => {
  const { project } = await setUp()
  const document = builtInTemplates[emailKinds[kind].id]!.document!
  const render = (body: object) => project.call('POST /emails/render-email', { ...admin, body } as never)
  const [data, code] = await Promise.all([
    render({ template_document: document }),
    render({ template_tsx_source: toTemplateTsx(document), theme_tsx_source: undefined }),
  ])
  const words = (html: string) =>
    html
      .replaceAll(/<(style|head|title)[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]+>|&[#\w]+;/g, ' ')
      .split(/\s+/)
      .filter((word) => /\w/.test(word))
  expect(words(code.html)).toEqual(words(data.html))
  expect(code.subject).toBe(data.subject)
})

describe('notices', () => {
  const passwordChanged = emailKinds.password_changed.id

  test('are listed only if asked for, without those of the dashboard', async () => {
    const { list } = await setUp()
    expect(await list()).toHaveLength(5)
    const notices = (await list('true')).filter(({ is_notice }) => is_notice)
    expect(notices).toHaveLength(Object.keys(builtInNotices).length - 2)
    expect(notices.map(({ kind }) => kind)).not.toContain('owner_invitation')
  })

  test('are changed and reset like templates, but are no code', async () => {
    const { list, find, save, reset } = await setUp()
    const document = letter('Changed {{undoLink}}', { subject: 'Changed {{undoLink}}' })
    expect(await save(passwordChanged, { document })).toMatchObject({ status: 200 })
    expect(await find(passwordChanged)).toMatchObject({ document, display_name: 'Password changed', is_changed: true })
    // Existing clients do not know notices, changed or not.
    expect(await list()).toHaveLength(5)
    expect((await save(passwordChanged, { tsx_source: toTemplateTsx(document) })).status).toBe(400)
    expect((await save(emailKinds.owner_invitation.id, { document })).status).toBe(404)
    await reset(passwordChanged)
    expect(await find(passwordChanged)).toMatchObject({ document: builtInNotices[passwordChanged]!.document })
  })
})

describe('drafts', () => {
  test('are data or code, and one takes the place of the other', async () => {
    const { project } = await setUp()
    const { call } = project
    const body = { display_name: 'News', document: letter('News') }
    const { id } = await call('POST /internal/email-drafts', { ...admin, body })
    const read = () => call('GET /internal/email-drafts/{id}', { ...admin, params: { id } })
    const change = (changed: object) =>
      call('PATCH /internal/email-drafts/{id}', { ...admin, params: { id }, body: changed } as never)
    expect(await read()).toMatchObject({ document: letter('News'), tsx_source: toTemplateTsx(letter('News')) })
    await change({ tsx_source: 'code' })
    expect(await read()).toMatchObject({ tsx_source: 'code' })
    expect(await read()).not.toHaveProperty('document')
    await change({ document: letter('More') })
    expect(await read()).toMatchObject({ document: letter('More') })
  })
})

describe('with the development inbox', () => {
  let emailServer: TestEmail
  beforeAll(async () => {
    emailServer = await openEmailServer(inject('databaseUrl'))
  })
  afterAll(() => emailServer.close())

  test('own texts are sent without an own email server', async () => {
    const project = await createTestProject(emailServer.server, { 'auth.otp.allowSignIn': true })
    const { call } = project
    const { allows_own_text } = await call('GET /internal/email-templates', admin)
    expect(allows_own_text).toBe(true)
    await call('PATCH /internal/email-templates/{id}', {
      ...admin,
      params: { id: magicLink },
      body: { document: letter('Knock knock') },
    })
    const email = newEmail()
    await call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url: 'http://localhost:3000/callback' } })
    const received = await emailServer.waitForEmail(email, 'magic_link')
    expect(received.subject).toMatch(/^Knock knock [0-9A-Z]{6}$/)

    const person = await createPerson(project)
    const { id } = await call('POST /internal/email-drafts', {
      ...admin,
      body: { display_name: 'News', document: letter('To many') },
    })
    await call('POST /emails/send-email', { ...admin, body: { user_ids: [person.id], draft_id: id } })
    await expect.poll(() => emailServer.inbox.list().some(({ subject }) => subject.startsWith('To many'))).toBe(true)
  })

  test('a preview of an unsaved email is sent to one address', async () => {
    const { call } = await createTestProject(emailServer.server)
    const recipient_email = newEmail()
    const body = { recipient_email, template_document: letter('Not saved'), theme_document: lightTheme }
    expect(await call('POST /internal/send-email-preview', { ...admin, body })).toEqual({ success: true })
    const received = await emailServer.waitForEmail(recipient_email)
    expect(received.subject).toBe('Not saved ABC123')
    const notice = { recipient_email: newEmail(), template_id: emailKinds.password_changed.id }
    await call('POST /internal/send-email-preview', { ...admin, body: notice })
    expect((await emailServer.waitForEmail(notice.recipient_email)).text).toContain('https://example.com/undo')
  })
})

test('own texts need an own email server where the shared one is for strangers', async () => {
  const { project, save } = await setUp({} as never)
  const { allows_own_text } = await project.call('GET /internal/email-drafts', admin)
  expect(allows_own_text).toBe(false)
  expect((await save(magicLink, { document: letter('x') })).body).toMatchObject({
    code: 'REQUIRES_CUSTOM_EMAIL_SERVER',
  })
  const body = { recipient_email: newEmail(), template_document: letter('x') }
  const refused = await project.send('POST /internal/send-email-preview', { ...admin, body })
  expect(refused.body).toMatchObject({ code: 'REQUIRES_CUSTOM_EMAIL_SERVER' })
})
