import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChildProgram, startProgram, type TestProject } from '@latchkey/server/testing'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** A home folder of its own, with the environment of an app whose server is at `url`. */
export async function createHome(project?: TestProject, url?: string): Promise<NodeJS.ProcessEnv> {
  const home = await mkdtemp(join(tmpdir(), 'latchkey-cli-'))
  return {
    HOME: home,
    ...(project && url
      ? {
          LATCHKEY_API_URL: url,
          LATCHKEY_PROJECT_ID: project.id,
          LATCHKEY_PUBLISHABLE_CLIENT_KEY: project.keys.publishableClientKey,
          LATCHKEY_APP_URL: 'http://localhost:3000',
        }
      : {}),
  }
}

export function startCommand(env: NodeJS.ProcessEnv, ...args: string[]): ChildProgram {
  return startProgram(main, args, env)
}

export async function runCommand(
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const command = startCommand(env, ...args)
  const { code } = await command.exited
  return { code, output: command.output() }
}

/** What the person in the browser does, by the link that the command shows. */
export async function confirm(command: ChildProgram, { call }: TestProject, person: { refresh_token: string }) {
  const [, login_code] = await command.waitFor(/\/handler\/cli-auth-confirm\?login_code=([0-9a-z]{45})/)
  await call('POST /auth/cli/complete', { body: { login_code: login_code!, refresh_token: person.refresh_token } })
}
