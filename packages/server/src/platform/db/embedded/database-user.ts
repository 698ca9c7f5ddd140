import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start/error.ts'

/** The user that PostgreSQL runs as, if it is a different one. */
export interface DatabaseUser {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. If started by root, it runs as the owner of its folder, so that a folder created
 * without root stays usable without it, or as `nobody` if the owner is root.
 */
export async function findDatabaseUser(clusterFolder: string): Promise<DatabaseUser | undefined> {
  const ownUid = process.getuid?.()
  if (ownUid === undefined) return undefined
  const owner = await stat(clusterFolder).catch(() => undefined)
  if (ownUid === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : findNobody()
  if (owner && owner.uid !== ownUid) {
    throw new StartError(
      `The database in ${clusterFolder} belongs to another user (uid ${owner.uid}). Start Latchkey as that user or as root, or set LATCHKEY_DATA_DIR to another folder.`,
    )
  }
  return undefined
}

async function findNobody(): Promise<DatabaseUser> {
  const run = promisify(execFile)
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
    // macOS prints its -2 as an unsigned number, which spawn would reject.
    return { uid: Number(uid.stdout) | 0, gid: Number(gid.stdout) | 0 }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}
