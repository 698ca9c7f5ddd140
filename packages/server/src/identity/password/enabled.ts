import { KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'

export function assertPasswordSignIn(ctx: Context): void {
  if (!ctx.project.config.auth.password.allowSignIn) throw new KnownError('PASSWORD_AUTHENTICATION_NOT_ENABLED')
}
