import type { ConnectionType } from '@latchkey/contract'
import { endSessionsOfConnection } from '../../../accounts/sessions/end.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { PlainError } from '../../../platform/http/plain-error.ts'
import { countCheck } from '../access.ts'
import { connectionNotFound, forgetPeople, recordConnection } from '../change.ts'
import { type ConnectionRow, findConnectionForUpdate, updateConnection } from '../queries.ts'
import { createSamlKeys, noProvider } from '../saml-settings.ts'
import { sealSecrets } from '../secrets.ts'
import { authorityOf } from '../settings.ts'
import type { HeldLink } from './held-link.ts'
import { updatePreset } from './queries.ts'

/**
 * Whoever makes the link often cannot know what the company has. So its administrator chooses the protocol, too, until
 * somebody has signed in with the connection. What was entered for another protocol is forgotten.
 */
export async function chooseProvider(
  { ctx, connection: found, assertLive }: HeldLink,
  { preset, type }: { preset: string; type: ConnectionType },
): Promise<ConnectionRow> {
  const projectId = ctx.project.id
  await countCheck(ctx, found.team_id)
  const keys = type === 'saml' && found.type !== 'saml' ? await createSamlKeys(ctx.platform) : undefined
  return inTransaction(ctx.db, async (trx) => {
    const before = await findConnectionForUpdate(trx, projectId, found.id)
    if (!before) throw connectionNotFound()
    await assertLive(trx)
    await updatePreset(trx, projectId, found.id, preset)
    if (before.type === type) return before
    assertOff(before)
    if (before.last_sign_in_at) {
      throw new PlainError(409, 'People have signed in with this connection, so its protocol can no longer change.')
    }
    if (type === 'saml' && !keys) throw new PlainError(409, 'The protocol was changed at the same time. Try again.')
    const { attributes, roles } = before.settings
    const saml = keys && { saml: { ...noProvider, certificate: keys.certificate } }
    const settings = { attributes, roles, ...saml }
    const change = {
      type,
      settings,
      secrets_encrypted: keys ? sealSecrets(ctx.platform, before, { private_key: keys.privateKey }) : null,
      read_metadata_at: null,
      last_test: null,
    }
    const after = await updateConnection(trx, projectId, found.id, change, { now: ctx.now(), isNewVersion: true })
    if (authorityOf(before.settings) !== authorityOf(settings)) {
      await endSessionsOfConnection(trx, ctx, before.id)
      await forgetPeople(trx, ctx, before)
    }
    await recordConnection(trx, ctx, 'connection.updated', after, { fields: ['type'], type })
    return after
  })
}

/** What a link changes reaches nobody before it was tested and finished. */
export function assertOff({ is_active }: ConnectionRow): void {
  if (is_active) throw new PlainError(409, 'The connection is on already, so a set-up link can no longer change it.')
}
