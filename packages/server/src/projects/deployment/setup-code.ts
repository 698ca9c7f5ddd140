import { hash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Platform } from '../../platform/platform.ts'
import { randomCode } from '../../platform/random-code.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { projectCache } from '../cache.ts'
import { deleteFact, findFact, hasOwner, keepFact, lockDeployment } from './queries.ts'

type Given = Partial<Pick<Config, 'setupCode'>>

const name = 'set-up code'

/** Whether there is no owner yet, and owners cannot sign up. */
export async function isFirstOwnerNeeded(platform: Platform): Promise<boolean> {
  const internal = await projectCache(platform).find(internalProjectId)
  return internal?.config.auth.allowSignUp === false && !(await hasOwner(platform.db))
}

/** Logs how to create the first owner. All starts of all nodes log the same code. */
export async function announceSetup(platform: Platform): Promise<void> {
  if (!(await isFirstOwnerNeeded(platform))) return
  const { config, log } = platform
  const code = config.setupCode ? 'in LATCHKEY_SETUP_CODE' : await keepSetupCode(platform.db, platform.secrets)
  const page = dashboardUrl(config, '/welcome')
  log.warn(`This server has no owner yet. Create the first account at ${page} with the setup code ${code}`)
}

async function keepSetupCode(db: Db, secrets: Secrets): Promise<string> {
  return inTransaction(db, async (trx) => {
    await lockDeployment(trx)
    const kept = await findSetupCode(trx, secrets)
    if (kept) return kept
    const code = randomCode()
    await keepFact(trx, name, secrets.encrypt(code, name))
    return code
  })
}

async function findSetupCode(db: Db, secrets: Secrets): Promise<string | undefined> {
  const kept = await findFact(db, name)
  return kept && secrets.decrypt(kept, name)
}

export async function isSetupCode(db: Db, text: string, given: Given, secrets: Secrets): Promise<boolean> {
  const code = given.setupCode ?? (await findSetupCode(db, secrets))
  return code !== undefined && timingSafeEqual(hash('sha256', text, 'buffer'), hash('sha256', code, 'buffer'))
}

export async function deleteSetupCode(db: Db): Promise<void> {
  await deleteFact(db, name)
}
