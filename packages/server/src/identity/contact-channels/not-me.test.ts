import { describe, expect, test } from 'vitest'
import { newEmail, type TestProject, testProject } from '../../testing/index.ts'
import { codeEmailedTo, listOutgoingEmails } from '../../testing/outbox.ts'
import { listAuditEntries } from '../../testing/records.ts'

const callback_url = 'http://localhost:3000/verify'

/** A user adds the address of somebody else, who gets an email about it. */
async function setUp() {
  const project = await testProject()
  const { call } = project
  const thief = await project.signUp()
  await call('PATCH /users/me', { user: thief, body: { display_name: 'Mallory' } })
  const value = newEmail('victim')
  const body = { user_id: 'me', type: 'email' as const, value, used_for_auth: true }
  const channel = await call('POST /contact-channels', { user: thief, body })
  const params = { user_id: 'me', id: channel.id }
  await call('POST /contact-channels/{user_id}/{id}/send-verification-code', {
    user: thief,
    params,
    body: { callback_url },
  })
  return { project, thief, value, code: await codeEmailedTo(project, value, 'email_verification') }
}

async function listAddresses({ call }: TestProject, { user_id }: { user_id: string }): Promise<string[]> {
  const { items } = await call('GET /contact-channels', { as: 'server', query: { user_id } })
  return items.map(({ value }) => value)
}

/** As the page does: it posts the code to see what it is about, and with the click to confirm it. */
async function open({ server }: TestProject, step: 'look' | 'confirm', code: string) {
  const body = new URLSearchParams({ code, ...(step === 'confirm' ? { confirmed: 'yes' } : {}) })
  const response = await server.fetch('/api/v1/contact-channels/not-me', { method: 'POST', body })
  return { status: response.status, page: await response.text() }
}

test('the email names the account and the app, and has a link to report that it is not yours', async () => {
  const { project, thief, value, code } = await setUp()
  const [ofSignUp, email] = await listOutgoingEmails(project, 'email_verification')
  expect(ofSignUp).toMatchObject({ to: thief.email, content: { variables: { accountName: '' } } })
  expect(email).toMatchObject({
    to: value,
    content: {
      variables: {
        accountName: `Mallory (${thief.email})`,
        projectDisplayName: 'Test project',
        notMeLink: expect.stringMatching(new RegExp(`/api/v1/contact-channels/not-me#code=${code}$`)),
      },
    },
  })
})

test('the page can ask what the code is about', async () => {
  const { project, thief, value, code } = await setUp()
  expect(await project.call('POST /contact-channels/verify/details', { body: { code } })).toEqual({
    email: value,
    account_display_name: 'Mallory',
    account_primary_email: thief.email,
    project_display_name: 'Test project',
    is_sign_up: false,
    needs_password: false,
  })
})

test('the link opens a page without a code in its address, and links of earlier versions still work', async () => {
  const { project, code } = await setUp()
  const page = async (query: string) => (await project.server.fetch(`/api/v1/contact-channels/not-me${query}`)).text()
  expect(await page('')).toContain('link-code.')
  expect(await page(`?code=${code}`)).toContain('Remove my address')
})

describe('who says that it is not them', () => {
  test('by the link has their address removed there, and the code does not verify it any more', async () => {
    const { project, thief, value, code } = await setUp()
    const shown = await open(project, 'look', code)
    for (const name of ['Mallory', thief.email, value, 'Test project']) expect(shown.page).toContain(name)
    expect(await listAddresses(project, thief)).toEqual([thief.email, value])
    expect(await open(project, 'confirm', code)).toMatchObject({ status: 200 })
    expect(await listAddresses(project, thief)).toEqual([thief.email])
    expect(await listAuditEntries(project, 'contact_channel.deleted')).toMatchObject([
      { details: { value, rejected_by_its_owner: true } },
    ])
    await expect(project.call('POST /contact-channels/verify', { body: { code } })).rejects.toMatchObject({
      code: 'VERIFICATION_CODE_ALREADY_USED',
    })
    expect((await open(project, 'confirm', code)).page).toContain('already been used')
  })

  test('by the app has it removed too, and may sign up with it', async () => {
    const { project, thief, value, code } = await setUp()
    await project.call('POST /contact-channels/verify/reject', { body: { code } })
    expect(await listAddresses(project, thief)).toEqual([thief.email])
    await expect(project.call('POST /contact-channels/verify/reject', { body: { code } })).rejects.toMatchObject({
      code: 'VERIFICATION_CODE_ALREADY_USED',
    })
    expect((await project.signUp(value)).user_id).not.toBe(thief.user_id)
  })

  test('has it removed from an account that was made with it, which does not sign in with it any more', async () => {
    const project = await testProject()
    const { email, password, user_id } = await project.signUp()
    const code = await codeEmailedTo(project, email, 'email_verification')
    await project.call('POST /contact-channels/verify/reject', { body: { code } })
    await expect(project.call('POST /auth/password/sign-in', { body: { email, password } })).rejects.toMatchObject({
      code: 'EMAIL_PASSWORD_MISMATCH',
    })
    expect((await project.signUp(email)).user_id).not.toBe(user_id)
  })

  test('does not take an address away that was verified since', async () => {
    const { project, thief, value, code } = await setUp()
    const { items } = await project.call('GET /contact-channels', { user: thief, query: { user_id: 'me' } })
    const params = { user_id: thief.user_id, id: items[1]!.id }
    const verified = { as: 'server' as const, params, body: { is_verified: true } }
    await project.call('PATCH /contact-channels/{user_id}/{id}', verified)
    expect(await open(project, 'confirm', code)).toMatchObject({ status: 400 })
    expect(await listAddresses(project, thief)).toContain(value)
  })
})
