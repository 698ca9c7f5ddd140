import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type ChildProgram, killPrograms, removeFolder } from '@latchkey/server/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runCommand, startCommand } from './testing/command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-server-'))
})
afterEach(killPrograms)
afterAll(() => removeFolder(folder))

const secret = 'the secret of a server that is backed up'

test('a running server with the embedded database is backed up, restored elsewhere, and its secret replaced', async () => {
  // Nothing listens there, so emails wait.
  const closed = { LATCHKEY_SMTP_HOST: '127.0.0.1', LATCHKEY_SMTP_PORT: '1', LATCHKEY_MAIL_FROM: 'auth@example.com' }
  const env = { ...(await settingsFor('first')), ...closed }
  const server = startCommand(env, 'start')
  await server.waitFor(/Latchkey is ready/)
  const owner = { email: 'ada@example.com', password: 'correct horse battery' }
  await signUp(env, owner)
  const file = join(folder, 'latchkey.backup')
  expect(await runCommand(env, 'backup', '--output', file)).toMatchObject({ code: 0 })
  await stop(server)

  const other = await settingsFor('second')
  expect(await runCommand({ ...other, LATCHKEY_SECRET: 'x'.repeat(40) }, 'restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('made with another LATCHKEY_SECRET'),
  })
  expect(await runCommand(other, 'restore', file)).toMatchObject({
    code: 2,
    output: expect.stringMatching(
      /The backup has \d+ emails? and 0 webhooks that were still to be sent\. Add --send-waiting/,
    ),
  })
  expect(await runCommand(other, 'restore', file, '--send-waiting', '--discard-waiting')).toMatchObject({ code: 2 })
  const restored = await runCommand(other, 'restore', file, '--discard-waiting')
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/^Restored \d+ rows from the backup of /) })
  expect(await runCommand(other, 'restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('already contains data of Latchkey'),
  })
  expect(await runCommand(other, 'migrate')).toMatchObject({ code: 0, output: 'The database is up to date.\n' })

  const rotated = {
    ...other,
    LATCHKEY_SECRET: 'the secret that replaces the former one',
    LATCHKEY_FORMER_SECRETS: secret,
  }
  const moved = startCommand(rotated, 'start')
  await moved.waitFor(/Latchkey is ready/)
  expect(await signIn(rotated, owner)).toBe(200)
  const reencrypted = await runCommand(rotated, 'reencrypt')
  expect(reencrypted).toMatchObject({ code: 0, output: expect.stringContaining('can be removed') })
  await stop(moved)
  const alone = { ...rotated, LATCHKEY_FORMER_SECRETS: '' }
  const last = startCommand(alone, 'start')
  await last.waitFor(/Latchkey is ready/)
  expect(await signIn(alone, owner)).toBe(200)
  // Killed, it would leave a database that still writes to the folder for a moment.
  await stop(last)
}, 180_000)

test('a file that is not a backup, or has been changed, is refused in a sentence', async () => {
  const env = await settingsFor('third')
  const file = join(folder, 'changed.backup')
  for (const prepare of [[], ['migrate']]) {
    if (prepare.length > 0) expect(await runCommand(env, ...prepare)).toMatchObject({ code: 0 })
    expect(await runCommand(env, 'backup', '--output', file)).toMatchObject({
      code: 1,
      output: '✗ There is nothing to back up: no server has been started with this database.\n',
    })
  }
  for (const [content, reason] of [
    [gzipSync('no backup'), 'The backup is incomplete: it does not end with its digest.'],
    [Buffer.from('no backup'), 'This is not a backup of Latchkey.'],
  ] as const) {
    await writeFile(file, content)
    const { code, output } = await runCommand(env, 'restore', file)
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/^✗ [^\n]*\n$/) })
    expect(output).toContain(reason)
  }
  await writeFile(join(folder, 'empty'), '\n')
  expect(await runCommand(env, 'backup', '-o', file, '--passphrase-file', join(folder, 'empty'))).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no passphrase in'),
  })
  expect(await runCommand(env, 'backup', '-o', join(folder, 'absent', 'file'))).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^✗ The backup could not be written: [^\n]*\n$/),
  })
}, 180_000)

async function stop(server: ChildProgram): Promise<void> {
  server.kill('SIGTERM')
  await server.exited
}

async function settingsFor(name: string): Promise<Record<string, string>> {
  return {
    PORT: `${await findFreePort()}`,
    LATCHKEY_DATA_DIR: join(folder, name),
    LATCHKEY_SECRET: secret,
    LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY: 'publishable-key-of-the-tests',
  }
}

const signUp = (env: Record<string, string>, body: object) =>
  post(env, 'sign-up', { ...body, verification_callback_url: url(env) })
const signIn = (env: Record<string, string>, body: object) => post(env, 'sign-in', body)
const url = (env: Record<string, string>) => `http://localhost:${env.PORT}`

async function post(env: Record<string, string>, action: string, body: object): Promise<number> {
  const { status } = await fetch(`${url(env)}/api/v1/auth/password/${action}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-stack-access-type': 'client',
      'x-stack-project-id': 'internal',
      'x-stack-publishable-client-key': env.LATCHKEY_INTERNAL_PUBLISHABLE_CLIENT_KEY!,
    },
    body: JSON.stringify(body),
  })
  return status
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
