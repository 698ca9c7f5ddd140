import { expect, test } from 'vitest'
import { groups, settings } from './settings.ts'
import { describeSettings } from './settings-in-force.ts'

const find = (env: Parameters<typeof describeSettings>[0], name: string) =>
  describeSettings(env).find((setting) => setting.name === name)

test('says where each value comes from', () => {
  expect(find({ PORT: '9000' }, 'PORT')).toMatchObject({ value: '9000', source: 'environment' })
  expect(find({}, 'PORT')).toMatchObject({ value: '8102', source: 'default' })
  expect(find({}, 'LATCHKEY_SMTP_HOST')).toMatchObject({ value: null, otherwise: 'the development inbox' })
  expect(find({}, 'LATCHKEY_SECRET')).toMatchObject({ value: '••••••••', source: 'data-folder' })
})

test('puts every setting into a group', () => {
  expect(describeSettings({}).every(({ group }) => group !== '')).toBe(true)
  expect(find({}, 'LATCHKEY_SMTP_PASSWORD')?.group).toBe('Emails')
  const names = describeSettings({}).map(({ name }) => name)
  expect(Object.keys(groups).filter((name) => !names.includes(name))).toEqual([])
})

test('shows no secret, and no password in a URL', () => {
  const names = Object.keys(settings)
  const secretNames = names.filter(
    (name) => /SECRET|PASS|KEY$|SETUP_CODE/.test(name) && !/PUBLISHABLE|_URL$/.test(name),
  )
  expect(secretNames.length).toBeGreaterThan(10)
  const env = Object.fromEntries(secretNames.map((name) => [name, 'hunter2']))
  const urls = {
    DATABASE_URL: 'postgres://latchkey:hunter2@db.internal/latchkey?sslpassword=hunter2',
    SVIX_SERVER_URL: 'https://admin:hunter2@svix.internal',
  }
  expect(JSON.stringify(describeSettings({ ...env, ...urls }))).not.toContain('hunter2')
  expect(find(urls, 'DATABASE_URL')?.value).toContain('db.internal/latchkey')
})
