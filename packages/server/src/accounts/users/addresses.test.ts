import { expect, test } from 'vitest'
import { testProject } from '../../testing/index.ts'

const schemaError = { status: 400, body: { code: 'SCHEMA_ERROR' } }

test.each([
  'invalid_email@gmai',
  'someone@host',
  "o'hara+tag@sub.example.co.uk",
  'a.b.c@1.2',
  `${'a'.repeat(244)}@example.com`,
])('a server may set the address %s', async (primary_email) => {
  const { call } = await testProject()
  expect(await call('POST /users', { as: 'server', body: { primary_email } })).toMatchObject({ primary_email })
})

test('an address is stored and returned in lower case, with its dots and tags', async () => {
  const { call } = await testProject()
  const body = { primary_email: 'Ada.Love+Lace@Example.COM', primary_email_auth_enabled: true }
  expect(await call('POST /users', { as: 'server', body })).toMatchObject({
    primary_email: 'ada.love+lace@example.com',
  })
  const variant = { primary_email: 'ada.love+lace@example.com', primary_email_auth_enabled: true }
  await expect(call('POST /users', { as: 'server', body: variant })).rejects.toMatchObject({
    code: 'USER_EMAIL_ALREADY_EXISTS',
    details: { email: 'ada.love+lace@example.com' },
  })
  await call('POST /users', { as: 'server', body: { ...variant, primary_email: 'adalove@example.com' } })
})

test.each([
  ['nothing', ''],
  ['no @', 'ada'],
  ['two addresses', 'a@x.com,v@y.com'],
  ['a quoted address', '"v@y.com"@x.com'],
  ['a quoted address with a space', '"v@y.com x"@x.com'],
  ['a header', 'a@x.com\r\nBcc: v@y.com'],
  ['an address in brackets', 'a@x.com<v@y.com>'],
  ['a full-width @', 'a＠x.com'],
  ['a space behind it', 'a@x.com '],
  ['a space before it', ' a@x.com'],
  ['a dotless i', 'mıke@example.org'],
  ['a Kelvin sign', 'mi\u212Ae@example.org'],
  ['a long s', 'u\u017Fer@example.org'],
  ['a ligature', '\uFB01na@example.org'],
  ['full-width letters', 'ｍike@example.org'],
  ['a combining accent', 'mike\u0301@example.org'],
  ['a domain outside ASCII', 'mike@exämple.org'],
  ['an ideographic full stop', 'mike@example。org'],
  ['a domain with a hyphen at its end', 'mike@example-.org'],
  ['257 characters', `${'a'.repeat(245)}@example.com`],
])('an address of %s is a schema error, at creation and later', async (_, primary_email) => {
  const { call, send } = await testProject()
  const { id } = await call('POST /users', { as: 'server', body: {} })
  const params = { user_id: id }
  expect(await send('POST /users', { as: 'server', body: { primary_email } })).toMatchObject(schemaError)
  expect(await send('PATCH /users/{user_id}', { as: 'server', params, body: { primary_email } })).toMatchObject(
    schemaError,
  )
})

test('an address with a character that no database can hold is refused before it is looked at', async () => {
  const { send } = await testProject()
  for (const primary_email of ['a\0@example.com', '\uD800@example.com']) {
    expect(await send('POST /users', { as: 'server', body: { primary_email } })).toMatchObject({ status: 400 })
  }
})
