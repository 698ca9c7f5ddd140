import type { Db } from '../db/database.ts'
import type { Services } from '../http/context.ts'
import { enqueueJob, type JobHandlers } from '../jobs/jobs.ts'
import { renderConfig } from '../project-config/render.ts'
import { openOverride } from '../project-config/seal.ts'
import { findProjectRow } from '../projects/queries.ts'
import type { Catalog } from './catalog.ts'
import { findQuantity, type Holder } from './ledger.ts'
import {
  advanceNodes,
  hasUnenteredEnds,
  listLedgersOfSettings,
  listProjectsToKeepUp,
  seeEnds,
} from './upkeep-queries.ts'

/** How much of one project is done before it is the turn of the next. */
const slice = { nodes: 1_000, ends: 1_000, ledgers: 100 }
/** Whoever comes in a minute goes on. */
const roundMillis = 40_000
const attempts = 5
const maxLooks = 100

/**
 * Does for readers of quantities what they would else have to do: every minute for debits and subscriptions that have ended,
 * and when the settings of what is sold have changed. Quantities are right without it, but not as fast.
 */
export function createItemJobs(services: Services): Pick<JobHandlers, 'keep-items-up' | 'count-items-anew'> {
  const { db, now } = services
  return {
    'keep-items-up': async () => {
      const late = performance.now() + roundMillis
      let projectIds = await listProjectsToKeepUp(db, now())
      // By turns, so that one that has much to do does not keep the others waiting.
      while (projectIds.length > 0 && performance.now() < late) {
        const unfinished = []
        for (const projectId of projectIds) if (await keepProjectUp(services, projectId)) unfinished.push(projectId)
        projectIds = unfinished
      }
    },

    'count-items-anew': async ({ project_id, after }) => {
      const catalog = await findCatalog(services, project_id)
      if (!catalog) return
      const ledgers = await listLedgersOfSettings(db, project_id, after, slice.ledgers)
      for (const { customer_type: type, customer_id: id, item_id: itemId } of ledgers) {
        await enterEnds(services, project_id, catalog, { customer: { type, id }, itemId })
      }
      if (ledgers.length === slice.ledgers) await countAnew(db, project_id, ledgers.at(-1)!.id)
    },
  }
}

/** To be called in the transaction that changes the settings of what is sold. One project is counted at a time. */
export async function countAnew(db: Db, projectId: string, after = '0'): Promise<void> {
  await enqueueJob(db, 'count-items-anew', { project_id: projectId, after }, { maxAttempts: attempts, queue: 'items' })
}

/** Whether there is more to do. */
async function keepProjectUp(services: Services, projectId: string): Promise<boolean> {
  const { db, now } = services
  const advanced = await advanceNodes(db, projectId, now(), slice.nodes)
  const { seen, customers } = await seeEnds(db, projectId, now(), slice.ends)
  const catalog = customers.length > 0 ? await findCatalog(services, projectId) : undefined
  for (const customer of catalog ? customers : []) {
    for (const [itemId, { customerType }] of Object.entries(catalog!.items)) {
      if (customerType === customer.type) await enterEnds(services, projectId, catalog!, { customer, itemId })
    }
  }
  return advanced === slice.nodes || seen === slice.ends
}

/** Each look enters some; what none of them can enter, as of a customer who is being deleted, stays. */
async function enterEnds({ db, now }: Services, projectId: string, catalog: Catalog, holder: Holder): Promise<void> {
  for (let look = 0; look < maxLooks; look++) {
    const isThere = (await findQuantity(db, projectId, catalog, holder, now())) !== undefined
    if (!isThere || !(await hasUnenteredEnds(db, projectId, holder, now()))) return
  }
}

/** As it is stored now, whatever a cache remembers. */
async function findCatalog({ db, secrets }: Services, projectId: string): Promise<Catalog | undefined> {
  const project = await findProjectRow(db, projectId)
  return project && renderConfig(openOverride(project.config_override, projectId, secrets)).payments
}
