import { endGrants } from '../../accounts/oauth-grants/end.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { projectCache } from '../../projects/cache.ts'
import { getConfigForShare } from '../../projects/project-config/update.ts'
import { createJobContext } from './job-context.ts'

/** Ends the access of apps to resources that owners have removed. What they have put back meanwhile stays. */
export async function endResourceGrants(
  platform: Platform,
  { project_id: projectId }: Jobs['end-resource-grants'],
): Promise<void> {
  const { db, secrets } = platform
  const project = await projectCache(platform).find(projectId)
  if (!project) return
  // From the database, because the cached project may be a moment older.
  const { oauthProvider } = await getConfigForShare(db, projectId, secrets)
  const uris = Object.values(oauthProvider?.resources ?? {}).flatMap(({ uri }) => uri ?? [])
  const ctx = createJobContext(platform, project)
  await inTransaction(db, (trx) => endGrants(trx, ctx, { resourcesExcept: uris }, 'resource_removed'))
}
