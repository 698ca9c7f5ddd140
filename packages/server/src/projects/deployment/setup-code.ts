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

/** In production, logs how to become the first owner. All starts of all nodes log the same code. */
export async function announceSetup(platform: Platform): Promise<void> {
  const { config, log } = platform
  if (!config.isProduction || config.internalProject?.firstUser) return
  const setup = await findSetup(platform)
  if (!setup) return
  const { page, code } = setup
  log.warn(`This server has no owner yet. Become the first one at ${page} with the setup code ${code}`)
}

export interface Setup {
  /** Where the first owner claims the server. */
  page: string
  code: string
}

/** How to become the first owner. Undefined if there is one. */
export async function findSetup(platform: Platform): Promise<Setup | undefined> {
  const { config, db, secrets } = platform
  const internal = await projectCache(platform).find(internalProjectId)
  if (internal?.owner_team_id !== null) return undefined
  const page = dashboardUrl(config, (await hasOwner(db)) ? '/server' : '/welcome')
  return { page, code: config.setupCode ? 'in LATCHKEY_SETUP_CODE' : await keepSetupCode(db, secrets) }
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
