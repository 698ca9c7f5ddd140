import type { Db } from '../../platform/db/database.ts'
import type { CodeData } from '../../records/verification-codes/queries.ts'
import { deleteUndoCodes, listAddresses, listUndoCodes } from './queries.ts'
import { mayUndo, type RankedAddress } from './seniority.ts'

/**
 * Deletes the links that can undo changes of this account but must not any more. Call it in the transaction of whatever
 * gives the account back to its owner, so that nothing that happens later makes such a link work again. An address that
 * the app's server has removed loses its links even if it was the most senior one.
 */
export async function deleteJuniorUndoCodes(
  trx: Db,
  projectId: string,
  userId: string,
  { removedByServer = [] }: { removedByServer?: string[] } = {},
): Promise<void> {
  const current = await listAddresses(trx, projectId, userId)
  const codes = await listUndoCodes(trx, projectId, userId)
  const dead = codes.filter(({ data }) => removedByServer.includes(data.email) || !isSenior(data, current))
  await deleteUndoCodes(
    trx,
    projectId,
    dead.map(({ code_hash }) => code_hash),
  )
}

/** Whether the address that a link was sent to may still undo changes. */
export async function isStillSenior(
  db: Db,
  projectId: string,
  userId: string,
  data: CodeData['undo-change'],
): Promise<boolean> {
  return isSenior(data, await listAddresses(db, projectId, userId))
}

function isSenior({ email, state }: Pick<CodeData['undo-change'], 'email' | 'state'>, current: RankedAddress[]) {
  const address = state.contact_channels.find(({ value }) => value === email)
  return address !== undefined && mayUndo(address, current)
}
