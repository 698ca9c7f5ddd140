import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Creates a complete copy that every user can read and run, unless it already exists. */
export async function copyBinaries(packageFolder: string, copy: string): Promise<void> {
  const cache = dirname(copy)
  await mkdir(cache, { recursive: true, mode: 0o755 })
  await checkOwner(cache)
  if (await exists(copy)) return checkOwner(copy)

  const temporary = await mkdtemp(`${copy}.new-`)
  try {
    const native = join(temporary, 'native')
    await cp(join(packageFolder, 'native'), native, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    await openForAll(temporary)
    await rename(temporary, copy)
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    // Another server was faster; its copy is identical.
    if (!(await exists(copy))) throw error
  }
}

/** Static libraries are for building programs, not for running them. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a')
}

/** In a folder that is writable by others, another user could have placed programs for us to run. */
async function checkOwner(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const { uid, mode } = await lstat(path)
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) throw new Error(`${path} is writable by other users`)
}

async function openForAll(path: string): Promise<void> {
  await chmod(path, 0o755)
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    const name = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await chmod(name, 0o755)
    else if (entry.isFile()) await chmod(name, entry.parentPath.endsWith('bin') ? 0o755 : 0o644)
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
