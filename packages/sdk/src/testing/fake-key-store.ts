/** The part of IndexedDB in which browsers keep the keys of sessions, shared by the tabs of one origin. */
export function createKeyStore() {
  const entries = new Map<string, unknown>()
  const answer = <T>(find: () => T) => {
    const request: { result?: T; onsuccess?: () => void; onerror?: () => void; error?: Error } = {}
    queueMicrotask(() => {
      request.result = find()
      request.onsuccess?.()
    })
    return request
  }
  const store = {
    get: (name: string) => answer(() => entries.get(name)),
    put: (value: unknown, name: string) => answer(() => entries.set(name, value)),
  }
  const database = { transaction: () => ({ objectStore: () => store }), close: () => {} }
  return { entries, indexedDB: { open: () => answer(() => database) } }
}
