import { StartError } from '../../platform/start/error.ts'

/** A running server and the IDs of its encryption keys, that of its LATCHKEY_SECRET first. */
export interface KeyRing {
  name: string
  key_ids: readonly string[]
}

/** How long a server counts as running after its last sign of life. */
export const maxSilenceSeconds = 90

/**
 * Why this server must not run beside the others. Every server has to read what every other one encrypts, so each needs
 * the current key of all. Undefined if they fit.
 */
export function describeMisfit(own: readonly string[], others: readonly KeyRing[]): string | undefined {
  const [current = ''] = own
  for (const { name, key_ids: keys } of others) {
    const [theirs = ''] = keys
    if (!keys.includes(current)) {
      return `The server ${name} does not have the key ${current} of this server's LATCHKEY_SECRET and could not read what it encrypts. Add that secret to LATCHKEY_FORMER_SECRETS of ${name} and restart it first. If ${name} no longer runs, it is forgotten after ${maxSilenceSeconds} seconds.`
    }
    if (!own.includes(theirs)) {
      return `The server ${name} encrypts with the key ${theirs}, which this server does not have. Add the LATCHKEY_SECRET of ${name} to LATCHKEY_FORMER_SECRETS here. If ${name} no longer runs, it is forgotten after ${maxSilenceSeconds} seconds.`
    }
  }
  return undefined
}

export function describeRetired(keyId: string): string {
  return `The LATCHKEY_SECRET of this server (key ${keyId}) was replaced, and everything was encrypted again without it. Set LATCHKEY_SECRET to the new secret.`
}

/** Before everything is encrypted again, and once more before that is final. */
export function assertAllUse(keyId: string, running: readonly KeyRing[]): void {
  const other = running.find(({ key_ids: keys }) => keys[0] !== keyId)
  if (!other) return
  throw new StartError(
    `The server ${other.name} still encrypts with the key ${other.key_ids[0]} instead of ${keyId}. Restart it with the new LATCHKEY_SECRET, and then run this command again. If it no longer runs, wait ${maxSilenceSeconds} seconds.`,
  )
}
