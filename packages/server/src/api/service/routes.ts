import type { serviceRoutes } from '@latchkey/contract'
import { findSignedInUser } from '../../accounts/users/signed-in.ts'
import { version } from '../../platform/version.ts'
import type { Handlers } from '../handler.ts'

export const serviceHandlers: Handlers<typeof serviceRoutes> = {
  'GET /': async ({ ctx }) => {
    const greeting = 'Welcome to the Latchkey API. Its routes are described at /docs.'
    if (!ctx.project || !ctx.access) return `${greeting}\n\nAuthentication: None`
    const user = await findSignedInUser(ctx)
    const access = ctx.access[0]!.toUpperCase() + ctx.access.slice(1)
    const userName = user ? (user.primary_email ?? user.id) : 'None'
    return `${greeting}\n\nAuthentication: ${access}\n  Project: ${ctx.project.id}\n  User: ${userName}`
  },

  'POST /check-feature-support': async ({ ctx, body }) => {
    const name = (body as { feature_name?: unknown } | undefined)?.feature_name
    const feature =
      typeof name === 'string' && name !== '' ? `The feature ${JSON.stringify(name.slice(0, 200))}` : 'This feature'
    ctx.platform.log.info('A client requested an unsupported feature', { feature, requestId: ctx.requestId })
    return `${feature} is not supported by this version of Latchkey.`
  },

  'POST /check-version': async ({ body }) => compareVersion(body.clientVersion),
}

function compareVersion(clientVersion: string) {
  const client = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(clientVersion)
  const server = version.split('.')
  if (!client) {
    const error = `The client version ${JSON.stringify(clientVersion.slice(0, 50))} is not a semantic version.`
    return { upToDate: false as const, error, severe: true }
  }
  const [, major, minor, patch] = client
  if (major === server[0] && minor === server[1] && patch === server[2]) return { upToDate: true as const }
  const severe = major !== server[0] || minor !== server[1]
  return {
    upToDate: false as const,
    error: `The client has version ${clientVersion}, the server ${version}. Use the same version of both.`,
    severe,
  }
}
