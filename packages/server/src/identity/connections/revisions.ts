import { createHash } from 'node:crypto'
import { type connectionRoutes, type HandlerInput, KnownError } from '@latchkey/contract'
import type { Context } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { settleFields } from '../../projects/revisions/save-fields.ts'
import type { ConnectionRow } from './queries.ts'
import type { StoredSettings } from './settings.ts'

type Body = HandlerInput<(typeof connectionRoutes)['PATCH /connections/{connection_id}']>['body']

interface Save {
  before: ConnectionRow
  body: Body
  /** What the body makes of the connection. */
  after: { settings: StoredSettings; sealed: string | null }
}

/**
 * The part of a change that is not in the way of what others have changed since. What a provider says about itself is one
 * field together with its secret: half of each would send a secret to where it does not belong.
 */
export async function settleConnection(
  trx: Db,
  ctx: Context,
  { before, body, after }: Save,
): Promise<{ body: Body; revision: number }> {
  const { id, display_name, is_active, type } = before
  const current = { display_name, is_active, ...toFields(before.settings, before.secrets_encrypted) }
  const wanted = { ...current, ...onlyNames(body), ...toFields(after.settings, after.sealed) }
  const nameOf = (field: string) => (field === 'provider' ? type : field) as keyof Body
  const given = Object.entries(wanted).filter(([field]) => body[nameOf(field)] !== undefined)
  const save = { subject: `connection:${id}` as const, current, change: Object.fromEntries(given), name: display_name }
  const { change, revision } = await settleFields(trx, ctx, save).catch(hideActors(ctx))
  const kept = new Set<string>(Object.keys(change).map(nameOf))
  return { body: Object.fromEntries(Object.entries(body).filter(([name]) => kept.has(name))) as Body, revision }
}

const onlyNames = ({ display_name, is_active }: Body) => ({
  ...(display_name !== undefined && { display_name }),
  ...(is_active !== undefined && { is_active }),
})

function toFields({ oidc, oauth2, saml, attributes, roles }: StoredSettings, sealed: string | null) {
  // Every sealed text is another one, so its hash tells apart what it does not tell.
  const secret = sealed && createHash('sha256').update(sealed).digest('hex').slice(0, 8)
  const provider = oidc ?? oauth2
  return {
    provider: provider ? { ...provider, stored_secret: secret } : saml ? describeSaml(saml) : null,
    attributes,
    roles,
  }
}

/** Without what is read again from the URL every day. */
function describeSaml({ provider, metadata_url, is_idp_initiated_allowed }: NonNullable<StoredSettings['saml']>) {
  const certificates = provider?.certificates.map(({ fingerprint }) => fingerprint) ?? []
  return {
    metadata_url,
    entity_id: provider?.entity_id ?? null,
    sign_in_url: provider?.sign_in_url ?? null,
    ...(metadata_url === null && { certificates }),
    is_idp_initiated_allowed,
  }
}

/** Neither users of an app nor the holder of a set-up link are told who its owners are. */
export const hideActors = (ctx: Context) => (error: unknown) => {
  const isOutside = ctx.access === 'client' || ctx.setupOf !== null
  if (!isOutside || !KnownError.is(error, 'SAVE_CONFLICT')) throw error
  const conflicts = error.details.conflicts.map((conflict) => ({ ...conflict, actor: null }))
  throw new KnownError('SAVE_CONFLICT', { ...error.details, conflicts })
}
