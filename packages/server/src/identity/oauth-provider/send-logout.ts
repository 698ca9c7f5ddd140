import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { projectCache } from '../../projects/cache.ts'
import { createJobContext } from './job-context.ts'
import { senders } from './logout.ts'
import { inProviderRequest, ProviderRequest } from './provider-request.ts'
import { getProvider } from './providers.ts'

/** Tells an app that a user has signed out. Throws if the app does not take it, so that the job is tried again. */
export async function sendLogout(
  platform: Platform,
  { project_id, client_id, user_id, sid }: Jobs['send-oauth-logout'],
): Promise<void> {
  const project = await projectCache(platform).find(project_id)
  const settings = project?.config.oauthProvider
  if (!settings?.isEnabled) return
  const provider = await getProvider(platform, project!, settings)
  const ctx = createJobContext(platform, project!)
  await inProviderRequest(new ProviderRequest(ctx), async () => {
    const client = await provider.Client.find(client_id).catch(() => undefined)
    if (client?.backchannelLogoutUri) await senders.get(provider)!.call(client, user_id, sid)
  })
}
