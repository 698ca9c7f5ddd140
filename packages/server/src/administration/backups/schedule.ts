import { lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenPlatform } from '../../open-platform.ts'
import type { JobHandlers } from '../../platform/jobs/jobs.ts'
import { writeBackupFile } from './file.ts'

type BackupServices = Pick<OpenPlatform, 'config' | 'database' | 'log' | 'now' | 'secrets'>

/** Such as `latchkey-2026-11-16T03-37-00Z.backup`, so that the order of the names is the order of time. */
const scheduledName = /^latchkey-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z\.backup$/
/** Of a backup that was interrupted. */
const partialName = /^latchkey-[\dTZ-]+\.backup\.[0-9a-f]{16}\.part$/
/** The job runs once an hour and not to the second, so an hour must not count as too early. */
const toleranceMillis = 10 * 60_000

export function createBackupJobs(platform: BackupServices): Pick<JobHandlers, 'back-up'> {
  return { 'back-up': () => backUpIfDue(platform) }
}

export async function backUpIfDue({ config, database, log, now, secrets }: BackupServices): Promise<void> {
  if (!config.backups) return
  const { folder, hours, kept, passphrase } = config.backups
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const last = (await listBackups(folder)).at(-1)
  if (last && now().getTime() - timeOf(last) < hours * 3_600_000 - toleranceMillis) return
  const name = `latchkey-${now().toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`
  await writeBackupFile(database.directPool, join(folder, name), { secrets, passphrase })
  log.info('Backed up the database.', { file: join(folder, name) })
  for (const old of (await listBackups(folder)).slice(0, -kept)) await rm(join(folder, old))
  await removeInterrupted(folder)
}

/** Not those of the last day, which another command may be writing. */
async function removeInterrupted(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter((file) => partialName.test(file))) {
    const { mtimeMs } = await lstat(join(folder, name))
    if (Date.now() - mtimeMs > 24 * 3_600_000) await rm(join(folder, name))
  }
}

async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => scheduledName.test(name)).sort()
}

function timeOf(name: string): number {
  return Date.parse(name.replace(scheduledName, '$1:$2:$3Z'))
}
