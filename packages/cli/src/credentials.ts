import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Failure } from './failures.ts'

/** A session as it is stored between commands. */
export interface Credentials {
  apiUrl: string
  projectId: string
  publishableClientKey: string
  refreshToken: string
}

interface CredentialsFile {
  version: 1
  /** Newest last: the default if no server or project is given. */
  sessions: Credentials[]
}

/** Only the owner may read it, because a refresh token is as sensitive as a password. */
export function credentialsPath(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  if (platform === 'win32') {
    return join(env.APPDATA || join(homedir(), 'AppData', 'Roaming'), 'latchkey', 'credentials.json')
  }
  const { XDG_CONFIG_HOME: configured = '' } = env
  const folder = isAbsolute(configured) ? configured : join(env.HOME || homedir(), '.config')
  return join(folder, 'latchkey', 'credentials.json')
}

/** The newest session that matches the given server and project. */
export async function findCredentials(
  wanted: Partial<Pick<Credentials, 'apiUrl' | 'projectId'>>,
): Promise<Credentials | undefined> {
  const { sessions } = await readCredentialsFile()
  return sessions.findLast(
    ({ apiUrl, projectId }) => (wanted.apiUrl ?? apiUrl) === apiUrl && (wanted.projectId ?? projectId) === projectId,
  )
}

/** Stores a session. Returns the older one of the same server and project that it replaces, if any. */
export async function saveCredentials(credentials: Credentials): Promise<Credentials | undefined> {
  const { sessions } = await readCredentialsFile()
  await writeCredentialsFile([...sessions.filter((session) => !isSamePlace(session, credentials)), credentials])
  return sessions.find((session) => isSamePlace(session, credentials))
}

export async function removeCredentials(credentials: Credentials): Promise<void> {
  const { sessions } = await readCredentialsFile()
  await writeCredentialsFile(sessions.filter((session) => session.refreshToken !== credentials.refreshToken))
}

function isSamePlace(one: Credentials, other: Credentials): boolean {
  return one.apiUrl === other.apiUrl && one.projectId === other.projectId
}

async function readCredentialsFile(): Promise<CredentialsFile> {
  const path = credentialsPath()
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { version: 1, sessions: [] }
    throw new Failure(`${path} cannot be read: ${(error as Error).message}.`)
  }
  try {
    const file = JSON.parse(text) as CredentialsFile
    if (file.version === 1 && Array.isArray(file.sessions)) return file
  } catch {
    // Reported below, like any other unexpected content.
  }
  throw new Failure(`${path} is not a credentials file of this version of latchkey. Delete it and sign in again.`)
}

/** Written to a temporary file and renamed, so that nobody ever reads half a file. */
async function writeCredentialsFile(sessions: Credentials[]): Promise<void> {
  const path = credentialsPath()
  const draft = `${path}.${randomUUID()}`
  const file: CredentialsFile = { version: 1, sessions }
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    // Regardless of the process's umask.
    await chmod(draft, 0o600)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw new Failure(`${path} cannot be written: ${(error as Error).message}.`)
  }
}
