import { KnownError, type Redirect } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import { dashboardUrl } from '../../platform/dashboard-url.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { askProvider, type ProviderReturn } from '../oauth/ask-provider.ts'
import type { Flow } from '../oauth/queries.ts'
import { beginTest } from '../oauth/test-flow.ts'
import { listRoles, trustProvenAddress } from './accept.ts'
import { connectionClient } from './client.ts'
import { findConnectionId, providerIdOf } from './provider-id.ts'
import { type ConnectionRow, findConnection, updateLastTest } from './queries.ts'

/** The user that the last test sign-in would have created, or what went wrong. */
export type StoredTest =
  | { status: 'failed'; happened_at_millis: number; message: string }
  | {
      status: 'succeeded'
      happened_at_millis: number
      /** Of the settings that were tested. Absent in tests of older versions. */
      connection_version?: number | undefined
      user: {
        account_id: string
        email: string | null
        is_email_verified: boolean
        display_name: string | null
        profile_image_url: string | null
        groups: string[]
        permission_ids: string[]
      }
    }

const statePrefix = 'connection-test-'

export const isConnectionTest = (state: string) => state.startsWith(statePrefix)

/** Sends whoever sets up a connection to its provider, as if they signed in. */
export async function startConnectionTest(
  ctx: Context,
  connection: ConnectionRow,
  within?: (trx: Db) => Promise<void>,
): Promise<{ url: string }> {
  const { id, version, team_id, display_name } = connection
  const client = connectionClient(ctx.platform, connection)
  const tested = { statePrefix, providerId: providerIdOf(id), client, connectionVersion: version }
  const { url } = await beginTest(ctx, tested)
  await inTransaction(ctx.db, async (trx) => {
    await within?.(trx)
    await recordAudit(trx, ctx, {
      action: 'connection.tested',
      target: { type: 'connection', id },
      details: { team_id, display_name },
    })
  })
  return { url }
}

/** Notes what came of it and sends the browser to a page that says that it is over. */
export async function finishConnectionTest(ctx: Context, flow: Flow, returned: ProviderReturn): Promise<Redirect> {
  const id = findConnectionId(returned.providerId)!
  await updateLastTest(ctx.db, ctx.project.id, id, await findOutcome(ctx, id, flow, returned))
  return { status: 303, location: dashboardUrl(ctx.platform.config, '/sign-in-tested') }
}

async function findOutcome(ctx: Context, id: string, flow: Flow, returned: ProviderReturn): Promise<StoredTest> {
  const happened_at_millis = ctx.now().getTime()
  try {
    if (flow.expires_at <= ctx.now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
    const { profile } = await askProvider(ctx, flow, returned)
    const connection = await findConnection(ctx.db, ctx.project.id, id)
    if (!connection) throw new KnownError('CONNECTION_NOT_FOUND')
    const trusted = await trustProvenAddress(ctx.db, ctx.project.id, connection, profile)
    const groups = [...(trusted.groups ?? [])]
    const user = {
      account_id: trusted.accountId,
      email: trusted.email,
      is_email_verified: trusted.isEmailVerified,
      display_name: trusted.displayName,
      profile_image_url: trusted.imageUrl,
      groups,
      permission_ids: listRoles(ctx.project, connection, groups),
    }
    return { status: 'succeeded', happened_at_millis, connection_version: flow.request.connectionVersion, user }
  } catch (error) {
    if (KnownError.is(error) || error instanceof PlainError) {
      return { status: 'failed', happened_at_millis, message: describe(ctx, error) }
    }
    throw error
  }
}

/** With what exactly was wrong, which whoever signs in is not told. */
function describe({ trace }: Context, error: Error): string {
  const refusal = trace.steps.findLast((step) => step.step === 'connection-refused')
  return refusal?.reason ?? error.message
}
