import { symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SmtpServer } from '../emails/smtp/connection.ts'
import { type ChildProgram, compileSources, removeFolder, startProgram } from './child-program.ts'
import { internalKeys, testSecret } from './server.ts'

const script = `
import { startJobs } from './platform/jobs/workers.js'
import { createEmailJobs } from './emails/jobs.js'
import { listOverdueEmails } from './emails/outbox/queries.js'
import { createSweep } from './platform/deliveries/sweep.js'
import { createLog } from './platform/log.js'
import { createCodeResolver } from './requested-codes.js'
import { openPlatform } from './open-platform.js'

const log = createLog({ level: 'error', isProduction: false })
const config = { url: 'http://localhost:8102', isProduction: false, trustedProxies: [], accessTokenSeconds: 600, sharedOAuth: { keys: {} } }
const platform = await openPlatform({ ...JSON.parse(process.env.OPTIONS), config, log })
const sweep = createSweep(platform.db, [listOverdueEmails])
startJobs({ ...platform, handlers: { ...createEmailJobs(platform, createCodeResolver(platform)), ...sweep } })
console.log('ready')
`

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface EmailWorkers {
  start(databaseUrl: string, smtp?: SmtpServer): ChildProgram
  remove(): Promise<void>
}

/** Processes that only send emails, for tests that kill them. */
export async function prepareEmailWorkers(): Promise<EmailWorkers> {
  const build = await compileSources()
  await writeFile(join(build, 'email-worker.js'), script)
  // Files that the compiler does not copy are expected beside the compiled ones.
  for (const name of ['src', 'dist', 'migrations', 'package.json']) {
    await symlink(join(root, name), join(dirname(build), name)).catch(() => undefined)
  }
  return {
    start(databaseUrl, smtp) {
      const options = { databaseUrl, secret: testSecret, internalKeys, smtp }
      return startProgram(join(build, 'email-worker.js'), [], { OPTIONS: JSON.stringify(options) })
    },
    remove: () => removeFolder(build),
  }
}
