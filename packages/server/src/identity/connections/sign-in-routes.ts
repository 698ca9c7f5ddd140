import { type connectionSignInRoutes, KnownError } from '@latchkey/contract'
import { readSignInEmail } from '../../accounts/contact-channels/address.ts'
import type { Handlers } from '../../api/handler.ts'
import type { OpenContext } from '../../http/context.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { finishFlow } from '../oauth/callback.ts'
import { isOwnFlow } from '../oauth/cookie.ts'
import { domainOfAddress } from './domains/name.ts'
import { providerIdOf } from './provider-id.ts'
import { type ConnectionRow, findConnectionAnywhere, findConnectionOfDomain } from './queries.ts'
import { renderOwnMetadata } from './saml-client.ts'
import { isConnectionTest } from './test.ts'
import { leadToApp } from './unsolicited.ts'

export const connectionSignInHandlers: Handlers<typeof connectionSignInRoutes> = {
  'POST /auth/connections/find': async ({ ctx, body }) => {
    const email = readSignInEmail(body.email)
    if (!email) throw new KnownError('SCHEMA_ERROR', { message: 'email: must be a valid email address' })
    const found = await findConnectionOfDomain(ctx.db, ctx.project.id, domainOfAddress(email))
    return { connection: found ? { ...found, provider_id: providerIdOf(found.id) } : null }
  },

  'GET /auth/saml/{connection_id}/metadata': async ({ ctx, params }) => {
    const connection = await getSamlConnection(ctx, params.connection_id)
    return renderOwnMetadata(ctx.platform, connection, connection.settings.saml!)
  },

  'POST /auth/saml/{connection_id}/acs': async ({ ctx, params, body }) => {
    const connection = await getSamlConnection(ctx, params.connection_id)
    ctx.trace.projectId = connection.project_id
    const { SAMLResponse = '', RelayState: state = '' } = body
    if (!isOwnFlow(ctx, state) && !isConnectionTest(state)) {
      const redirect = await leadToApp(ctx, connection)
      if (redirect) return redirect
    }
    const parameters = { SAMLResponse, state }
    return finishFlow(ctx, { providerId: providerIdOf(connection.id), isPosted: true, parameters })
  },
}

/** These routes are for anybody: neither providers nor browsers say which project they mean. */
async function getSamlConnection({ db }: OpenContext, id: string): Promise<ConnectionRow> {
  const connection = await findConnectionAnywhere(db, id)
  if (!connection?.settings.saml) throw new PlainError(404, 'There is no such SAML connection.')
  return connection
}
