import { randomBytes } from 'node:crypto'
import type { Config } from '../config.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'

export interface Secrets {
  secret: string
  internalKeys: { publishableClientKey: string; secretServerKey: string; superSecretAdminKey: string }
}

/** Without letters that are easily confused with others. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Secrets that are not configured are generated at the first start and kept in the data folder. */
export async function findSecrets(config: Config, folder: DataFolder | undefined): Promise<Secrets> {
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = config.internalKeys
  const keep = async (given: string | undefined, name: string, create: () => string) =>
    given ?? folder!.readOrCreate(name, create)
  return {
    secret: await keep(config.secret, 'secret', () => randomBytes(32).toString('base64url')),
    internalKeys: {
      publishableClientKey: await keep(publishableClientKey, 'internal-publishable-client-key', () => createKey('pck')),
      secretServerKey: await keep(secretServerKey, 'internal-secret-server-key', () => createKey('ssk')),
      superSecretAdminKey: await keep(superSecretAdminKey, 'internal-super-secret-admin-key', () => createKey('sak')),
    },
  }
}

/** Undefined if nothing is kept in it. Only the embedded database needs exclusive use of the folder. */
export async function openNeededDataFolder(config: Config): Promise<DataFolder | undefined> {
  if (!config.databaseUrl) return openDataFolder(config.dataFolder)
  const { publishableClientKey, secretServerKey, superSecretAdminKey } = config.internalKeys
  const isComplete = config.secret && publishableClientKey && secretServerKey && superSecretAdminKey
  return isComplete ? undefined : openDataFolder(config.dataFolder, { isShared: true })
}

/** 45 characters of 5 bits: 256 is divisible by 32, so each is equally likely. */
function createKey(prefix: string): string {
  return `${prefix}_${Array.from(randomBytes(45), (byte) => alphabet[byte % alphabet.length]).join('')}`
}
