import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createTestProject,
  killPrograms,
  listenOnPort,
  openTestServer,
  type TestProject,
} from '@latchkey/server/testing'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { confirm, createHome, runCommand, startCommand } from './testing/command.ts'

let now = Date.now()
let server: Awaited<ReturnType<typeof openTestServer>>
let listener: Awaited<ReturnType<typeof listenOnPort>>
let project: TestProject
let home: NodeJS.ProcessEnv

beforeAll(async () => {
  server = await openTestServer(inject('databaseUrl'), { now: () => new Date(now) })
  listener = await listenOnPort(server)
  project = await createTestProject(server)
})
afterAll(async () => {
  await listener.close()
  await server.close()
})
afterEach(async () => {
  await killPrograms()
  await rm(home.HOME!, { recursive: true, force: true })
})

const credentialsFile = () => join(home.HOME!, '.config/latchkey/credentials.json')
const listSessions = async (user: { access_token: string }) =>
  (await project.call('GET /auth/sessions', { user, query: { user_id: 'me' } })).items

async function signIn(person: { refresh_token: string }) {
  const command = startCommand(home, 'login')
  await confirm(command, project, person)
  return { code: (await command.exited).code, output: command.output() }
}

test('a login that is confirmed in a browser lasts until the logout', async () => {
  home = await createHome(project, listener.url)
  const person = await project.signUp()
  const { code, output } = await signIn(person)
  expect(code).toBe(0)
  expect(output).toContain('Open this link in a browser:')
  expect(output).toContain('http://localhost:3000/handler/cli-auth-confirm?login_code=')
  expect(output).toContain(`Signed in to Test project as ${person.email}.`)
  expect(output).not.toContain('\u001b')
  expect(await listSessions(person)).toHaveLength(2)

  expect(await runCommand(home, 'whoami')).toEqual({
    code: 0,
    output: `${person.email}\nTest project at ${listener.url}\n`,
  })
  expect(await runCommand(home, 'logout')).toEqual({
    code: 0,
    output: `✓ Signed ${person.email} out of Test project.\n`,
  })
  expect(await listSessions(person)).toHaveLength(1)
  const nobody = { code: 3, output: '✗ You are not signed in. Run `latchkey login`.\n' }
  expect(await runCommand(home, 'whoami')).toEqual(nobody)
  expect(await runCommand(home, 'logout')).toEqual(nobody)
})

test('the session is kept where only its owner can read it', async () => {
  home = await createHome(project, listener.url)
  await signIn(await project.signUp())
  expect((await stat(credentialsFile())).mode & 0o777).toBe(0o600)
  expect((await stat(join(credentialsFile(), '..'))).mode & 0o777).toBe(0o700)
  const { sessions } = JSON.parse(await readFile(credentialsFile(), 'utf8'))
  expect(sessions).toEqual([
    {
      apiUrl: listener.url,
      projectId: project.id,
      publishableClientKey: project.keys.publishableClientKey,
      refreshToken: expect.stringMatching(/^[0-9a-z]{45}$/),
    },
  ])
})

test('another login takes the place of the session before it, which ends', async () => {
  home = await createHome(project, listener.url)
  const [ada, eve] = [await project.signUp(), await project.signUp()]
  await signIn(ada)
  await signIn(eve)
  expect((await runCommand(home, 'whoami')).output).toContain(eve.email)
  expect(await listSessions(ada)).toHaveLength(1)
  expect(await listSessions(eve)).toHaveLength(2)
})

test('sessions in several projects stand beside each other', async () => {
  home = await createHome(project, listener.url)
  const ada = await project.signUp()
  await signIn(ada)
  const other = await createTestProject(server)
  const eve = await other.signUp()
  const { publishableClientKey } = other.keys
  const elsewhere = {
    ...home,
    LATCHKEY_PROJECT_ID: other.id,
    LATCHKEY_PUBLISHABLE_CLIENT_KEY: publishableClientKey,
  }
  const command = startCommand(elsewhere, 'login')
  await confirm(command, other, eve)
  await command.exited

  const { HOME } = home
  expect((await runCommand({ HOME }, 'whoami')).output).toContain(eve.email)
  expect((await runCommand({ HOME }, 'whoami', '--project-id', project.id)).output).toContain(ada.email)
  expect((await runCommand({ HOME }, 'logout')).output).toContain(eve.email)
  expect((await runCommand({ HOME }, 'whoami')).output).toContain(ada.email)
})

test('scripts can ask who is signed in', async () => {
  home = await createHome(project, listener.url)
  const person = await project.signUp()
  await project.call('PATCH /users/me', { user: person, body: { display_name: 'Ada\u001b[31m Lovelace' } })
  expect((await signIn(person)).output).toContain(`as Ada [31m Lovelace <${person.email}>.`)
  const { code, output } = await runCommand(home, 'whoami', '--json')
  expect(code).toBe(0)
  expect(JSON.parse(output)).toEqual({
    id: person.user_id,
    displayName: 'Ada\u001b[31m Lovelace',
    primaryEmail: person.email,
    projectId: project.id,
    apiUrl: listener.url,
  })
})

test('the browser opens with the link where there is a screen, unless it should not', async () => {
  home = await createHome(project, listener.url)
  const person = await project.signUp()
  const folder = join(home.HOME!, 'bin')
  const visited = join(home.HOME!, 'visited')
  await mkdir(folder)
  const writeProgram = async (name: string, line: string) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`)
    await chmod(join(folder, name), 0o755)
  }
  // What macOS and Linux start to show a page; Linux first asks whether a browser of this machine should do it.
  await writeProgram('open', `echo "$@" >> '${visited}'`)
  await writeProgram('browser', `echo "$@" >> '${visited}'`)
  await writeProgram('xdg-mime', 'exit 0')
  const PATH = `${folder}:${process.env.PATH}`
  const screen = { ...home, PATH, BROWSER: join(folder, 'browser'), DISPLAY: ':99' }
  const command = startCommand(screen, 'login')
  const [link] = await command.waitFor(/http:\S+login_code=\w+/)
  await expect.poll(() => readFile(visited, 'utf8').catch(() => '')).toContain(link)
  expect(command.output()).toContain('Opening your browser.')
  await confirm(command, project, person)
  expect(await command.exited).toMatchObject({ code: 0 })

  await rm(visited)
  const quiet = startCommand(screen, 'login', '--no-browser')
  await quiet.waitFor(/Waiting/)
  expect(quiet.output()).toContain('Open this link in a browser:')
  await confirm(quiet, project, person)
  await quiet.exited
  await expect(readFile(visited, 'utf8')).rejects.toThrow('ENOENT')
})

describe('a login', () => {
  test('is stopped by Ctrl-C at once', async () => {
    home = await createHome(project, listener.url)
    const command = startCommand(home, 'login')
    await command.waitFor(/Press Ctrl-C/)
    command.kill('SIGINT')
    expect(await command.exited).toEqual({ code: 130, signal: null })
    expect(command.output()).toContain('✗ Cancelled. You are not signed in.')
    await expect(stat(credentialsFile())).rejects.toThrow('ENOENT')
  })

  test('that nobody confirms is given up after ten minutes', async () => {
    home = await createHome(project, listener.url)
    const command = startCommand(home, 'login')
    await command.waitFor(/Waiting/)
    now += 11 * 60_000
    expect(await command.exited).toMatchObject({ code: 1 })
    expect(command.output()).toContain('✗ Nobody confirmed the login within ten minutes. Run `latchkey login` again.')
  })

  test('that another program picked up leads to nobody', async () => {
    home = await createHome(project, listener.url)
    const command = startCommand(home, 'login')
    const { db } = server.platform
    await command.waitFor(/Waiting/)
    const person = await project.signUp()
    const used = { user_id: person.user_id, used_at: new Date(now) }
    await db
      .updateTable('cli_auth_requests')
      .set(used)
      .where('project_id', '=', project.id)
      .where('used_at', 'is', null)
      .execute()
    expect(await command.exited).toMatchObject({ code: 1 })
    expect(command.output()).toContain('✗ Another program has already used this login.')
  })

  test('with a wrong key is refused', async () => {
    home = await createHome(project, listener.url)
    const { code, output } = await runCommand(home, 'login', '--publishable-client-key', 'pck_wrong')
    expect(code).toBe(1)
    expect(output).toMatch(/^✗ The server rejected the command-line login: 401 INVALID_PUBLISHABLE_CLIENT_KEY .*\n$/)
  })

  test('at a server that is not there says so', async () => {
    home = await createHome(project, 'http://localhost:1')
    for (const env of [home, { HOME: home.HOME, LATCHKEY_API_URL: 'http://localhost:1' }]) {
      expect(await runCommand(env, 'login')).toEqual({
        code: 1,
        output:
          '✗ The Latchkey server at http://localhost:1 cannot be reached. Check the address and your internet connection.\n',
      })
    }
  })

  test('without a project needs a server with a demo', async () => {
    home = await createHome()
    const { code, output } = await runCommand(home, 'login', '--api-url', listener.url)
    expect({ code, output }).toEqual({
      code: 2,
      output: `✗ Pass --project-id or set LATCHKEY_PROJECT_ID: the server at ${listener.url} has no demo project.\n`,
    })
  })

  test('does not start when the command is not understood', async () => {
    home = await createHome(project, listener.url)
    expect(await runCommand(home, 'login', '--bogus')).toMatchObject({ code: 2 })
    expect(await runCommand(home, 'logn')).toMatchObject({ code: 2, output: expect.stringContaining('login') })
    expect(await runCommand(home, 'login', '--app-url', 'javascript:alert(1)')).toMatchObject({
      code: 2,
      output: expect.stringContaining('is not a valid URL'),
    })
  })
})

test('a session that was ended elsewhere is forgotten', async () => {
  home = await createHome(project, listener.url)
  const person = await project.signUp()
  await signIn(person)
  const session = (await listSessions(person)).find((item) => !item.is_current_session)!
  await project.call('DELETE /auth/sessions/{id}', {
    user: person,
    params: { id: session.id },
    query: { user_id: 'me' },
  })
  expect(await runCommand(home, 'whoami')).toEqual({
    code: 3,
    output: '✗ Your session in Test project has ended. Run `latchkey login`.\n',
  })
  expect(JSON.parse(await readFile(credentialsFile(), 'utf8')).sessions).toEqual([])
})

test('a logout that cannot reach the server still forgets the session', async () => {
  home = await createHome(project, listener.url)
  await signIn(await project.signUp())
  const file = await readFile(credentialsFile(), 'utf8')
  await writeFile(credentialsFile(), file.replace(listener.url, 'http://localhost:1'))
  const { code, output } = await runCommand({ HOME: home.HOME }, 'logout')
  expect(code).toBe(1)
  expect(output).toContain('Signed out here, but http://localhost:1 could not be notified.')
  expect(JSON.parse(await readFile(credentialsFile(), 'utf8')).sessions).toEqual([])
})

test('a file that holds something else is not touched', async () => {
  home = await createHome(project, listener.url)
  await mkdir(join(credentialsFile(), '..'), { recursive: true })
  for (const content of ['not json', '{"version": 2}']) {
    await writeFile(credentialsFile(), content)
    const { code, output } = await runCommand(home, 'whoami')
    expect(code).toBe(1)
    expect(output).toContain(`${credentialsFile()} is not a credentials file of this version of latchkey.`)
    expect(await readFile(credentialsFile(), 'utf8')).toBe(content)
  }
})
