import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute, killPrograms } from '@latchkey/server/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../start-server.ts'
import { findPostgresPrograms, makeFolder, runProgram } from './installed-postgres.ts'
import { ask, startNode } from './node.ts'

const programs = findPostgresPrograms()
if (!programs) console.log('No PostgreSQL with pg_basebackup is installed, so point-in-time recovery is not tested.')

const folder = mkdtempSync(join(tmpdir(), 'latchkey-recovery-'))
chmodSync(folder, 0o755)
const started: string[] = []
afterAll(async () => {
  await killPrograms()
  for (const data of started) runProgram(programs!, 'pg_ctl', ['stop', '-D', data, '-m', 'immediate'])
  rmSync(folder, { recursive: true, force: true })
})

async function start(data: string): Promise<string> {
  const port = await findFreePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`
  runProgram(programs!, 'pg_ctl', ['start', '-w', '-D', data, '-o', options, '-l', join(data, 'log')])
  started.push(data)
  return `postgres://latchkey@127.0.0.1:${port}/postgres`
}

// The steps of "Backups" in docs/guide/self-hosting.md.
describe.runIf(programs)('point-in-time recovery', () => {
  test('brings back what was deleted later, and nothing else is lost', async () => {
    const [data, base, archive] = ['data', 'base', 'archive'].map((name) => makeFolder(join(folder, name)))
    runProgram(programs!, 'initdb', ['-D', data!, '-U', 'latchkey', '--auth=trust', '--encoding=UTF8'])
    appendFileSync(
      join(data!, 'postgresql.conf'),
      `archive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
    )
    const databaseUrl = await start(data!)
    const node = await startNode(databaseUrl)
    const before = await createUser(node.url)
    runProgram(programs!, 'pg_basebackup', ['-d', databaseUrl, '-D', base!, '-X', 'stream', '-c', 'fast'])
    const after = await createUser(node.url)
    const { rows } = await execute(databaseUrl, 'SELECT clock_timestamp()::text AS time')
    expect((await ask(node.url, 'DELETE', `/users/${before}`, { body: {} })).status).toBe(200)
    const late = await createUser(node.url)
    await execute(databaseUrl, 'SELECT pg_switch_wal()')
    node.program.kill('SIGTERM')
    await node.program.exited
    // Stopping in order archives the last segment.
    runProgram(programs!, 'pg_ctl', ['stop', '-w', '-D', data!, '-m', 'fast'])
    started.splice(started.indexOf(data!), 1)

    appendFileSync(
      join(base!, 'postgresql.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${rows[0].time}'\nrecovery_target_action = 'promote'\n`,
    )
    writeFileSync(join(base!, 'recovery.signal'), '')
    const recoveredUrl = await start(base!)
    await expect
      .poll(async () => (await execute(recoveredUrl, 'SELECT pg_is_in_recovery() AS is')).rows[0].is)
      .toBe(false)
    const recovered = await startNode(recoveredUrl)
    const find = async (id: string) => (await ask(recovered.url, 'GET', `/users/${id}`)).status
    expect(await Promise.all([before, after, late].map(find))).toEqual([200, 200, 404])
    expect(await find(await createUser(recovered.url))).toBe(200)
  })
})

async function createUser(url: string): Promise<string> {
  const response = await ask(url, 'POST', '/users', { body: { display_name: 'Ada' } })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}
