import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { emailServers } from './servers.ts'

/** If anybody can own projects, the shared email server only sends what users need to sign in. */
export async function assertOwnTextAllowed({ project, platform }: Context): Promise<void> {
  if (!(await emailServers(platform).mayBeOwnText(project))) throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
}
