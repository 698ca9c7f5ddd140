import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartError } from '../../start/error.ts'

/** Whom PostgreSQL runs as, when that is not ourselves. */
export interface DatabaseUser {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. Started by root it runs as the owner of its folder, so that a folder made
 * without root stays usable without it, and as `nobody` when there is no such owner.
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
    // macOS prints its -2 as an unsigned number, which spawn would refuse.
    return { uid: Number(uid.stdout) | 0, gid: Number(gid.stdout) | 0 }
  } catch {
    return { uid: 65_534, gid: 65_534 }
  }
}
