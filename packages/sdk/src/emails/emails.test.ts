import { ownEmailServer } from '@latchkey/server/testing'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors, StatusError } from '../index.ts'
import { createAdmin, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

const lightTheme = '1df07ae6-abf3-4a40-83a5-a1a2cbe336ac'
const plainTheme = 'b2a2e4f0-6b0e-4f4e-9a53-1d3c5b7a9f10'
const magicLink = '822687fe-8d0a-4467-a0d1-416b6e639478'
const unknownId = '11111111-1111-4111-8111-111111111111'

const theme = (text: string) => `
  import { Html } from '@react-email/components'
  export const EmailTheme = ({ children }) => <Html><b>${text}</b>{children}</Html>`
const template = (text: string) => `
  import { NotificationCategory, Subject } from '@stackframe/emails'
  export const EmailTemplate = () => <><Subject value="Hi" />
    <NotificationCategory value="Transactional" /><p>${text}</p></>`
const broken = 'export const EmailTheme = () => { throw new Error("Broken on purpose") }'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

/** A project with a theme that renders quickly. */
async function openApp() {
  const { project, takeRequests } = await openProject({
    'emails.server': ownEmailServer,
    'emails.selectedThemeId': plainTheme,
    [`emails.themes.${plainTheme}`]: { displayName: 'Plain', tsxSource: theme('Plain') },
  })
  return { app: createAdmin(project), project, takeRequests }
}

describe('themes', () => {
  test('are listed, created and changed', async () => {
    const { app } = await openApp()
    expect((await app.listEmailThemes())[0]).toEqual({ id: lightTheme, displayName: 'Default Light' })
    const { id } = await app.createEmailTheme('Ours')
    expect(await app.listEmailThemes()).toContainEqual({ id, displayName: 'Ours' })
    const { tsxSource } = await app.getEmailTheme(lightTheme)
    expect(await app.getEmailTheme(id)).toEqual({ displayName: 'Ours', tsxSource })
    expect(await app.getEmailTheme(id)).toBe(await app.getEmailTheme(id))
    await app.updateEmailTheme(id, theme('Ours'))
    expect((await app.getEmailTheme(id)).tsxSource).toBe(theme('Ours'))
  })

  test('are not changed if they do not render or do not exist', async () => {
    const { app } = await openApp()
    const { id } = await app.createEmailTheme('Ours')
    const before = await app.getEmailTheme(id)
    const error = await app.updateEmailTheme(id, broken).catch((reason) => reason)
    expect(KnownErrors.EmailRenderingError.isInstance(error) && error.details.error).toContain('Broken on purpose')
    expect(await app.getEmailTheme(id)).toEqual(before)
    await expect(app.getEmailTheme(unknownId)).rejects.toBeInstanceOf(StatusError)
  })
})

describe('templates', () => {
  test('are listed, created and changed', async () => {
    const { app } = await openApp()
    const builtIn = (await app.listEmailTemplates()).find(({ id }) => id === magicLink)
    expect(builtIn).toMatchObject({ displayName: 'Magic Link/OTP', themeId: undefined })
    const { id } = await app.createEmailTemplate('Welcome')
    const changed = await app.updateEmailTemplate(id, template('Welcome'), plainTheme)
    expect(changed.renderedHtml).toContain('Welcome')
    const saved = (await app.listEmailTemplates()).find((each) => each.id === id)
    expect(saved).toEqual({ id, displayName: 'Welcome', themeId: plainTheme, tsxSource: template('Welcome') })
    for (const same of [null, false] as const) await app.updateEmailTemplate(id, template('Hello'), same)
    expect((await app.listEmailTemplates()).find((each) => each.id === id)).toMatchObject({ themeId: plainTheme })
  })

  test('need an email server of the project', async () => {
    const { project } = await openProject()
    const changed = createAdmin(project).updateEmailTemplate(magicLink, template('Hi'), null)
    await expect(changed).rejects.toSatisfy(KnownErrors.RequiresCustomEmailServer.isInstance)
  })
})

describe('drafts', () => {
  const find = async (app: Awaited<ReturnType<typeof openApp>>['app'], id: string) =>
    (await app.listEmailDrafts()).find((draft) => draft.id === id)!

  test('are listed, created and changed', async () => {
    const { app } = await openApp()
    const { id } = await app.createEmailDraft({ displayName: 'News', themeId: false, tsxSource: template('News') })
    expect(await app.listEmailDrafts()).toEqual([
      { id, displayName: 'News', themeId: false, tsxSource: template('News'), sentAt: null },
    ])
    await app.updateEmailDraft(id, { displayName: 'Old news', themeId: lightTheme, tsxSource: template('Old') })
    expect(await find(app, id)).toMatchObject({
      displayName: 'Old news',
      themeId: lightTheme,
      tsxSource: template('Old'),
    })
  })

  test('keep their theme if an update omits it', async () => {
    const { app } = await openApp()
    const { id } = await app.createEmailDraft({ displayName: 'News', themeId: false })
    await app.updateEmailDraft(id, { displayName: 'Old news' })
    expect(await find(app, id)).toMatchObject({ displayName: 'Old news', themeId: false })
    await app.updateEmailDraft(id, { themeId: undefined })
    expect(await find(app, id)).toMatchObject({ displayName: 'Old news', themeId: undefined })
  })
})

describe('a preview', () => {
  test('accepts template and theme by id or by source', async () => {
    const { app } = await openApp()
    const templateTsxSource = template('Template')
    const both = await app.getEmailPreview({ templateTsxSource, themeTsxSource: theme('Theme') })
    expect(both).toContain('Template')
    expect(both).toContain('Theme')
    expect(await app.getEmailPreview({ templateId: magicLink, themeId: plainTheme })).toContain('Test project')
    const ofProject = await app.getEmailPreview({ templateTsxSource, themeId: null })
    expect(ofProject).toBe(await app.getEmailPreview({ templateTsxSource }))
    expect(ofProject).not.toBe(await app.getEmailPreview({ templateTsxSource, themeId: false }))
    await expect(app.getEmailPreview({})).rejects.toSatisfy(KnownErrors.SchemaError.isInstance)
  })

  test('is rendered again for each call, and is shared by all subscribers', async () => {
    const { app, takeRequests } = await openApp()
    const options = { templateTsxSource: template('Hi'), themeId: plainTheme }
    const { emailPreview } = app[appInternalsSymbol]
    expect(emailPreview(options)).toBe(emailPreview({ ...options }))
    await show(emailPreview(options))
    takeRequests()
    expect(await app.getEmailPreview(options)).toBe(shownIn(emailPreview(options)))
    expect(takeRequests()).toEqual(['POST /emails/render-email'])
  })
})

test('changes appear immediately for subscribers', async () => {
  const { app } = await openApp()
  const { id } = await app.createEmailTheme('Ours')
  await app.updateEmailTheme(id, theme('Old theme'))
  const stores = app[appInternalsSymbol]
  const preview = stores.emailPreview({ templateTsxSource: template('Hi'), themeId: id })
  await show(stores.emailThemes, stores.emailTheme(id), stores.emailTemplates, stores.emailDrafts, preview)

  const other = await app.createEmailTheme('Others')
  expect(shownIn(stores.emailThemes).map((each) => each.id)).toContain(other.id)
  await app.updateEmailTheme(id, theme('New theme'))
  expect(shownIn(stores.emailTheme(id)).tsxSource).toBe(theme('New theme'))
  expect(shownIn(preview)).toContain('New theme')

  const created = await app.createEmailTemplate('Welcome')
  const shownTemplate = () => shownIn(stores.emailTemplates).find((each) => each.id === created.id)
  expect(shownTemplate()).toMatchObject({ displayName: 'Welcome' })
  await app.updateEmailTemplate(created.id, template('New template'), null)
  expect(shownTemplate()).toMatchObject({ tsxSource: template('New template') })

  const draft = await app.createEmailDraft({ displayName: 'News' })
  expect(shownIn(stores.emailDrafts)).toMatchObject([{ displayName: 'News' }])
  await app.updateEmailDraft(draft.id, { displayName: 'Old news' })
  expect(shownIn(stores.emailDrafts)).toMatchObject([{ displayName: 'Old news' }])
})
