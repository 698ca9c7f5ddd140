import { newEmail, openEmailServer, openScriptedSmtp, ownEmailServer, type TestEmail } from '@latchkey/server/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol, KnownErrors, type SendEmailOptions } from '../index.ts'
import { eventually } from '../testing/eventually.ts'
import { createAdmin, createServer, openProject } from '../testing/open-project.ts'
import { show, shownIn } from '../testing/shown.ts'

let emailServer: TestEmail
beforeAll(async () => {
  emailServer = await openEmailServer(inject('databaseUrl'))
})
afterAll(() => emailServer.close())
beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

const unknownId = '11111111-1111-4111-8111-111111111111'
const plainTheme = 'b2a2e4f0-6b0e-4f4e-9a53-1d3c5b7a9f10'
const otherTheme = '5b1f6f0e-2f3a-4c55-8a51-7f1f6a1f3c22'
const theme = (text: string) => ({
  displayName: text,
  tsxSource: `import { Html } from '@react-email/components'
    export const EmailTheme = ({ children }) => <Html><i>${text}</i>{children}</Html>`,
})
const template = (text: string) => `
  import { NotificationCategory, Subject } from '@stackframe/emails'
  export const variablesSchema = (variables) => variables
  export const EmailTemplate = ({ variables }) => <><Subject value="From the template" />
    <NotificationCategory value="Transactional" /><p>${text}</p></>`

/** A project with the inbox as its email server and themes that render quickly. */
async function openSender() {
  const settings = {
    'emails.server': { ...ownEmailServer, port: emailServer.inbox.smtp.port },
    'emails.selectedThemeId': plainTheme,
    [`emails.themes.${plainTheme}`]: theme('Plain'),
    [`emails.themes.${otherTheme}`]: theme('Other'),
  }
  const { project } = await openProject(settings, emailServer.server)
  const app = createServer(project)
  const admin = createAdmin(project)
  const addUser = async () => {
    const email = newEmail()
    return { email, ...(await app.createUser({ primaryEmail: email, displayName: 'Ada' })) }
  }
  return { project, app, admin, addUser }
}

describe('an email to users', () => {
  test('has HTML and a subject, and resolves when it is accepted', async () => {
    const { app, addUser } = await openSender()
    const [ada, bob, other] = [await addUser(), await addUser(), await addUser()]
    const sent = app.sendEmail({ userIds: [ada.id, bob.id], html: '<p>Hi</p>', subject: 'News' })
    expect(await sent).toBeUndefined()
    for (const { email } of [ada, bob]) {
      const one = await emailServer.waitForEmail(email)
      expect(one).toMatchObject({ subject: 'News', to: [email] })
      expect(one.html).toContain('<p>Hi</p>')
    }
    expect(emailServer.inbox.list().filter(({ to }) => to.includes(other.email))).toEqual([])
  })

  test('goes to all users, rendered from a template with variables', async () => {
    const { app, admin, addUser } = await openSender()
    const { id: templateId } = await admin.createEmailTemplate('Welcome')
    await admin.updateEmailTemplate(templateId, template('Hello {variables.name}'), null)
    const people = [await addUser(), await addUser()]
    await app.sendEmail({ allUsers: true, templateId, variables: { name: 'World' } })
    for (const { email } of people) {
      const one = await emailServer.waitForEmail(email)
      expect(one.subject).toBe('From the template')
      expect(one.html).toMatch(/Hello.*World/)
    }
  })

  test('can be a draft, which then has the time it was sent', async () => {
    const { admin, addUser } = await openSender()
    const { id: draftId } = await admin.createEmailDraft({ displayName: 'News', tsxSource: template('A draft') })
    const { emailDrafts } = admin[appInternalsSymbol]
    await show(emailDrafts)
    const { id, email } = await addUser()
    await admin.sendEmail({ userIds: [id], draftId })
    expect((await emailServer.waitForEmail(email)).html).toContain('A draft')
    expect(shownIn(emailDrafts)[0]!.sentAt).toBeInstanceOf(Date)
  })

  test("has the given theme, none for false, and the project's by default", async () => {
    const { app, addUser } = await openSender()
    const htmlWith = async (themeId: SendEmailOptions['themeId']) => {
      const { id, email } = await addUser()
      await app.sendEmail({ userIds: [id], html: '<p>Hi</p>', subject: 'News', themeId })
      return (await emailServer.waitForEmail(email)).html!
    }
    expect(await htmlWith(otherTheme)).toContain('<i>Other</i>')
    expect(await htmlWith(null)).toContain('<i>Plain</i>')
    expect(await htmlWith(undefined)).toContain('<i>Plain</i>')
    expect(await htmlWith(false)).not.toContain('<i>')
  })

  test('is not sent to users who opted out of its category', async () => {
    const { app, addUser } = await openSender()
    const [ada, bob] = [await addUser(), await addUser()]
    const categories = await (await app.getUser(ada.id))!.listNotificationCategories()
    await categories.find(({ name }) => name === 'Marketing')!.setEnabled(false)
    const userIds = [ada.id, bob.id]
    await app.sendEmail({ userIds, html: 'x', subject: 'Offer', notificationCategoryName: 'Marketing' })
    await emailServer.waitForEmail(bob.email)
    await app.sendEmail({ userIds, html: 'x', subject: 'Invoice' })
    expect((await emailServer.waitForEmail(ada.email)).subject).toBe('Invoice')
  })

  test('fails with the errors of the server', async () => {
    const { app, addUser } = await openSender()
    const { id } = await addUser()
    const unknown = await app.sendEmail({ userIds: [id, unknownId], html: 'x' }).catch((reason) => reason)
    expect(KnownErrors.UserIdDoesNotExist.isInstance(unknown) && unknown.details.user_id).toBe(unknownId)

    const wrong: object[] = [
      { html: 'x' },
      { userIds: [id], allUsers: true, html: 'x' },
      { userIds: [id] },
      { userIds: [id], html: 'x', draftId: unknownId },
      { userIds: [id], html: 'x', variables: {} },
      { userIds: [id], html: 'x', themeId: 'light' },
    ]
    for (const options of wrong) {
      const sent = app.sendEmail(options as SendEmailOptions)
      await expect(sent, JSON.stringify(options)).rejects.toSatisfy(KnownErrors.SchemaError.isInstance)
    }
    // The server of the other tests has the development inbox, which receives everything.
    const { project } = await openProject({})
    const shared = createServer(project).sendEmail({ allUsers: true, html: 'x' })
    await expect(shared).rejects.toSatisfy(KnownErrors.RequiresCustomEmailServer.isInstance)
  })
})

describe('an administrator', () => {
  test('tests an email server and sees the attempts', async () => {
    const { admin } = await openSender()
    const { isShared: _isShared, provider: _provider, ...emailConfig } = ownEmailServer
    const recipientEmail = newEmail()
    const port = emailServer.inbox.smtp.port
    const good = await admin.sendTestEmail({ recipientEmail, emailConfig: { ...emailConfig, port } })
    expect(good).toEqual({ status: 'ok', data: undefined })
    await emailServer.waitForEmail(recipientEmail)
    const bad = await admin.sendTestEmail({ recipientEmail, emailConfig })
    expect(bad).toEqual({ status: 'error', error: { errorMessage: expect.any(String) } })

    const [failed, worked] = await admin.listSentEmails()
    expect(worked).toMatchObject({ to: [recipientEmail], recipient: recipientEmail, error: null })
    expect(worked!.sentAt).toBeInstanceOf(Date)
    expect(worked!.senderConfig).toEqual({
      type: 'standard',
      host: emailConfig.host,
      port,
      username: emailConfig.username,
      senderName: emailConfig.senderName,
      senderEmail: emailConfig.senderEmail,
    })
    expect(failed!.error).not.toBeNull()
  })

  test('resends an email that could not be delivered', async () => {
    const refusing = await openScriptedSmtp({ rcpt: ({ say }) => say('550 No such mailbox') })
    const { project } = await openProject(
      { 'emails.server': { ...ownEmailServer, port: refusing.port } },
      emailServer.server,
    )
    const [app, admin] = [createServer(project), createAdmin(project)]
    const email = newEmail()
    const { id } = await app.createUser({ primaryEmail: email })
    await app.sendEmail({ userIds: [id], html: 'x', subject: 'News' })
    await eventually(async () => expect(await admin.listSentEmails()).toHaveLength(1))
    refusing.close()
    const [attempt] = await admin.listSentEmails()
    const settings = JSON.stringify({ 'emails.server': { ...ownEmailServer, port: emailServer.inbox.smtp.port } })
    const body = { config_override_string: settings }
    await project.call('PATCH /internal/config/override', { as: 'admin', body })
    await eventually(() => admin.resendEmail(attempt!.id))
    await emailServer.waitForEmail(email)
    await eventually(async () => expect(await admin.listSentEmails()).toHaveLength(2))
    await expect(admin.resendEmail(attempt!.id)).rejects.toThrow('This email was sent.')
  })

  test('invites a user to sign in on a trusted page', async () => {
    const { admin } = await openSender()
    const email = newEmail()
    await admin.sendSignInInvitationEmail(email, 'http://localhost:3000/welcome')
    expect((await emailServer.waitForEmail(email, 'sign_in_invitation')).html).toContain(
      'http://localhost:3000/welcome',
    )
    await expect(admin.sendSignInInvitationEmail(email, 'https://evil.example')).rejects.toSatisfy(
      KnownErrors.RedirectUrlNotWhitelisted.isInstance,
    )
  })
})
