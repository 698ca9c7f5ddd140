import { appendFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './root.ts'

/** Of tables that every request reads, each in a file of its own, as in a release. */
const migrations = ['users', 'sessions', 'projects'].map((table, index) => ({
  name: `9${index}_next_${table}.sql`,
  sql: `ALTER TABLE ${table} ADD COLUMN next_version text NOT NULL DEFAULT 'x'`,
}))

/**
 * This server with a higher version number, new columns and changed functions. Nothing is released yet, so there is no
 * other version whose code differs as well.
 */
export async function createNextVersion(folder: string): Promise<string> {
  const server = join(root, 'packages/server')
  const next = join(folder, 'next-version')
  await mkdir(next)
  await symlink(join(root, 'node_modules'), join(next, 'node_modules'))
  for (const part of ['src', 'migrations', 'dist/bundle', 'dist/email-runtime', 'dist/leaked-passwords'])
    await cp(join(server, part), join(next, part), { recursive: true })
  const manifest = JSON.parse(await readFile(join(server, 'package.json'), 'utf8'))
  await writeFile(join(next, 'package.json'), JSON.stringify({ ...manifest, version: '999.0.0' }))
  for (const { name, sql } of migrations) await writeFile(join(next, 'migrations', name), sql)
  await appendFile(join(next, 'migrations/functions/users.sql'), '\n-- Changed by the next version.\n')
  return next
}
