import { createLastUses } from '../../platform/last-uses.ts'
import { oncePerServer } from '../../platform/platform.ts'
import { upsertApiKeyUses } from './queries.ts'

/** When keys of users and teams were last checked. */
export const apiKeyUses = oncePerServer(({ db, log, onClose }) => {
  const uses = createLastUses(log, (...written) => upsertApiKeyUses(db, ...written))
  onClose(uses.close)
  return uses
})
