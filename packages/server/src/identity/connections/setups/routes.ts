import type { connectionSetupRoutes, HandlerOutput } from '@latchkey/contract'
import type { Handlers } from '../../../api/handler.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type AuditEntry, recordAudit } from '../../../records/audit/record.ts'
import { countCheck } from '../access.ts'
import { toConnectionBody } from '../body.ts'
import { changeConnection } from '../change.ts'
import { addDomain, domainNotFound, removeUnproven, toDomainBody } from '../domains/change.ts'
import { type DomainRow, findDomain, listDomainsOf } from '../domains/queries.ts'
import { checkDomain } from '../domains/verify.ts'
import type { ConnectionRow } from '../queries.ts'
import { startConnectionTest } from '../test.ts'
import { createSetupLink, withdrawSetupLink } from './create.ts'
import { finishSetup, isTested } from './finish.ts'
import { type HeldLink, openHeldLink } from './held-link.ts'
import { assertOff, chooseProvider } from './provider.ts'

export const connectionSetupHandlers: Handlers<typeof connectionSetupRoutes> = {
  'POST /connections/{connection_id}/setup-link': ({ ctx, params }) => createSetupLink(ctx, params.connection_id),

  'DELETE /connections/{connection_id}/setup-link': async ({ ctx, params }) => {
    await withdrawSetupLink(ctx, params.connection_id)
    return { success: true }
  },

  'POST /connection-setups/read': async ({ ctx, body }) => describe(await openHeldLink(ctx, body.code)),

  'POST /connection-setups/choose-provider': async ({ ctx, body: { code, ...choice } }) => {
    const link = await openHeldLink(ctx, code)
    const connection = await chooseProvider(link, choice)
    return describe({ ...link, connection, setup: { ...link.setup, preset: choice.preset } })
  },

  'POST /connection-setups/save-settings': async ({ ctx, body: { code, ...settings } }) => {
    const link = await openHeldLink(ctx, code)
    const changed = await changeConnection(link.ctx, undefined, link.connection, settings, async (trx, before) => {
      await link.assertLive(trx)
      assertOff(before)
    })
    return describe({ ...link, connection: changed.row })
  },

  'POST /connection-setups/test': async ({ ctx, body }) => {
    const link = await openHeldLink(ctx, body.code)
    await countCheck(link.ctx, link.connection.team_id)
    return startConnectionTest(link.ctx, link.connection, link.assertLive)
  },

  'POST /connection-setups/add-domain': async ({ ctx, body }) => {
    const link = await openHeldLink(ctx, body.code)
    const { team_id } = link.connection
    await addDomain(link.ctx, { team_id, domain: body.domain }, link.assertLive)
    return describe(link)
  },

  'POST /connection-setups/check-domain': async ({ ctx, body }) => {
    const link = await openHeldLink(ctx, body.code)
    const domain = await getOwnDomain(link, body.domain_id)
    await countCheck(link.ctx, domain.team_id)
    const audit = (trx: Db, entry: AuditEntry) => recordAudit(trx, link.ctx, entry)
    const checked = await checkDomain(ctx.platform, domain, audit, link.assertLive)
    if (!checked) throw domainNotFound()
    return { ...(await describe(link)), result: checked.result }
  },

  'POST /connection-setups/remove-domain': async ({ ctx, body }) => {
    const link = await openHeldLink(ctx, body.code)
    const domain = await getOwnDomain(link, body.domain_id)
    await removeUnproven(link.ctx, domain, link.assertLive)
    return describe(link)
  },

  'POST /connection-setups/finish': async ({ ctx, body }) => {
    const link = await openHeldLink(ctx, body.code)
    return describe({ ...link, connection: await finishSetup(link) })
  },
}

/** A link reaches the domains of whoever has its connection, and no others. */
async function getOwnDomain({ ctx, connection }: HeldLink, domainId: string): Promise<DomainRow> {
  const row = await findDomain(ctx.db, ctx.project.id, domainId)
  if (!row || row.team_id !== connection.team_id) throw domainNotFound()
  return row
}

type SetupBody = HandlerOutput<(typeof connectionSetupRoutes)['POST /connection-setups/read']>

async function describe({ ctx, setup, connection }: Omit<HeldLink, 'assertLive'>): Promise<SetupBody> {
  const domains = await listDomainsOf(ctx.db, ctx.project.id, connection.team_id)
  return {
    project_display_name: ctx.project.display_name,
    expires_at_millis: setup.expires_at.getTime(),
    preset: setup.preset,
    is_tested: isTested(connection),
    connection: toHeldConnection(ctx, connection),
    domains: domains.map(toDomainBody),
  }
}

/** Which permissions a person would get is for those who map them. */
function toHeldConnection({ platform, project }: HeldLink['ctx'], row: ConnectionRow) {
  const body = toConnectionBody(platform, row, project.config_revision)
  const { last_test: test } = body
  if (test?.status !== 'succeeded') return body
  return { ...body, last_test: { ...test, user: { ...test.user, permission_ids: [] } } }
}
