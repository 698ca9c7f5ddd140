import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { emailServers } from './servers.ts'

export const mayHaveOwnText = ({ project, platform }: Context) => emailServers(platform).mayBeOwnText(project)

/** If anybody can own projects, the shared email server only sends what users need to sign in. */
export async function assertOwnTextAllowed(ctx: Context): Promise<void> {
  if (!(await mayHaveOwnText(ctx))) throw new KnownError('REQUIRES_CUSTOM_EMAIL_SERVER')
}
