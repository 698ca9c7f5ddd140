import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

const maxEntries = 1_000

/** Stores sign-ins in progress in memory. After a restart, they have to be started again. */
export function createMemory(): AdapterFactory {
  return () => {
    const entries = new Map<string, AdapterPayload>()
    const findWhere = (isWanted: (payload: AdapterPayload) => boolean) => [...entries.values()].find(isWanted)
    return {
      async upsert(id, payload) {
        entries.delete(id)
        entries.set(id, payload)
        if (entries.size > maxEntries) entries.delete(entries.keys().next().value!)
      },
      find: async (id) => entries.get(id),
      findByUid: async (uid) => findWhere((payload) => payload.uid === uid),
      findByUserCode: async (code) => findWhere((payload) => payload.userCode === code),
      async consume(id) {
        const payload = entries.get(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      async destroy(id) {
        entries.delete(id)
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of entries) if (payload.grantId === grantId) entries.delete(id)
      },
    } satisfies Adapter
  }
}
