import { hash, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../platform/config.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { internalProjectId } from '../../platform/internal-project.ts'
import type { Log } from '../../platform/log.ts'
import { randomCode } from '../../platform/random-code.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ProjectCache } from '../cache.ts'
import { deleteFact, findFact, hasOwner, keepFact, lockDeployment } from './queries.ts'

interface SetupServices {
  db: Db
  projects: ProjectCache
}
type Given = Partial<Pick<Config, 'setupCode'>>

const name = 'set-up code'

/** Whether there is no owner yet, and owners cannot sign up. */
export async function isFirstOwnerNeeded({ db, projects }: SetupServices): Promise<boolean> {
  const internal = await projects.find(internalProjectId)
  return internal?.config.auth.allowSignUp === false && !(await hasOwner(db))
}

/** Logs how to create the first owner. All starts of all nodes log the same code. */
export async function announceSetup(
  services: SetupServices & { config: Given & Pick<Config, 'url'>; secrets: Secrets; log: Log },
): Promise<void> {
  if (!(await isFirstOwnerNeeded(services))) return
  const { config, log } = services
  const code = config.setupCode ? 'in LATCHKEY_SETUP_CODE' : await keepSetupCode(services.db, services.secrets)
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
