import { expect, test } from 'vitest'
import { requestKind } from '../../emails/outbox/queries.ts'
import { newEmail, race, type TestProject, testProject } from '../../testing/index.ts'
import { listOutgoingEmails, sendRequestedCodes } from '../../testing/outbox.ts'
import { createPerson } from '../../testing/world.ts'

const callback_url = 'http://localhost:3000/callback'
const ways = [
  ['POST /auth/password/send-reset-code', 'password_reset'],
  ['POST /auth/otp/send-sign-in-code', 'magic_link'],
] as const

/** What there is of a project, but for the person who is in it. */
async function listTraces({ id, server }: TestProject) {
  const { db } = server.platform
  const count = async (table: 'verification_codes' | 'audit_entries') =>
    (await db.selectFrom(table).select('project_id').where('project_id', '=', id).execute()).length
  const emails = await db.selectFrom('outgoing_emails').select('kind').where('project_id', '=', id).execute()
  const requests = emails.filter(({ kind }) => kind === requestKind).length
  return {
    requests,
    codes: await count('verification_codes'),
    emails: emails.length - requests,
    entries: await count('audit_entries'),
  }
}

test.each(ways)('%s does the same for known and unknown addresses until the response is out', async (route, kind) => {
  const project = await testProject({ 'auth.otp.allowSignIn': true, 'auth.allowSignUp': false })
  const { email } = await createPerson(project)
  const before = await listTraces(project)
  const responses = []
  for (const [index, address] of [email, newEmail()].entries()) {
    responses.push(await project.send(route, { body: { email: address, callback_url } }))
    expect(await listTraces(project)).toEqual({ ...before, requests: index + 1 })
  }
  const shapes = responses.map(({ status, headers, body }) => {
    const { nonce, ...others } = body as { nonce?: string }
    return { status, headers: [...headers.keys()], others, nonceLength: nonce?.length }
  })
  expect(shapes[1]).toEqual(shapes[0])

  const requests = await project.server.platform.db
    .selectFrom('outgoing_emails')
    .select('content_encrypted')
    .where('project_id', '=', project.id)
    .execute()
  expect(JSON.stringify(requests)).not.toContain(email)
  expect((await listOutgoingEmails(project, kind)).map(({ to }) => to)).toEqual([email])
  expect(await listTraces(project)).toMatchObject({ requests: 0, emails: 1 })
})

test('a request whose job runs many times at once is done once', async () => {
  const project = await testProject()
  const { email } = await createPerson(project)
  await project.call('POST /auth/password/send-reset-code', { body: { email, callback_url } })
  await race(5, () => sendRequestedCodes(project))
  expect(await listOutgoingEmails(project, 'password_reset')).toHaveLength(1)
})

test('the nonce of the response is that of the code in the email', async () => {
  const project = await testProject({ 'auth.otp.allowSignIn': true })
  const email = newEmail()
  const { nonce } = await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
  const [sent] = await listOutgoingEmails(project, 'magic_link')
  const typed = JSON.stringify(sent)
    .match(/"otp":"(\w{6})"/)![1]!
    .toLowerCase()
  const signedIn = await project.call('POST /auth/otp/sign-in', { body: { code: typed + nonce } })
  expect(signedIn.is_new_user).toBe(true)
})

test('a code that had to wait before it was created expires in time', async () => {
  const project = await testProject({ 'auth.otp.allowSignIn': true })
  const email = newEmail()
  await project.call('POST /auth/otp/send-sign-in-code', { body: { email, callback_url } })
  const { db } = project.server.platform
  const requestedAt = new Date(Date.now() - 9 * 60_000)
  await db
    .updateTable('outgoing_emails')
    .set({ created_at: requestedAt })
    .where('project_id', '=', project.id)
    .execute()
  await sendRequestedCodes(project)
  const codes = await db.selectFrom('verification_codes').selectAll().where('project_id', '=', project.id).execute()
  const emails = await db.selectFrom('outgoing_emails').selectAll().where('project_id', '=', project.id).execute()
  const expiresAt = new Date(requestedAt.getTime() + 10 * 60_000)
  expect(codes).toMatchObject([{ expires_at: expiresAt }])
  expect(emails).toMatchObject([{ kind: 'magic_link', discard_after: expiresAt }])
})

test('a request that cannot be read is dropped after two days', async () => {
  const project = await testProject({ 'auth.otp.allowSignIn': true })
  await project.call('POST /auth/otp/send-sign-in-code', { body: { email: newEmail(), callback_url } })
  const change = (values: { created_at?: Date; content_encrypted?: string }) =>
    project.server.platform.db.updateTable('outgoing_emails').set(values).where('project_id', '=', project.id).execute()
  await change({ content_encrypted: 'sealed with a lost secret' })
  await expect(sendRequestedCodes(project)).rejects.toThrow()
  expect(await listTraces(project)).toMatchObject({ requests: 1 })

  await change({ created_at: new Date(Date.now() - 49 * 3_600_000) })
  await sendRequestedCodes(project)
  expect(await listTraces(project)).toMatchObject({ requests: 0, codes: 0, emails: 0 })
})
