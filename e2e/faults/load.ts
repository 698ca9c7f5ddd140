import { ask } from './node.ts'

export interface Load {
  /** The number of responses by status; 0 for none at all. */
  statuses: Map<number, number>
  /** Requests that were confirmed as done. */
  acknowledged: string[]
  stop(): Promise<void>
}

/** Users who sign up and look around, each sending the next request after the last response. */
export function startLoad(url: string, people = 8): Load {
  const statuses = new Map<number, number>()
  const acknowledged: string[] = []
  let isOver = false

  async function send(method: string, path: string, body?: object): Promise<Response | undefined> {
    const response = await ask(url, method, path, body && { body }).catch(() => undefined)
    // A response that asks to retry later must say when.
    const status = response?.status === 503 && !response.headers.has('retry-after') ? -503 : (response?.status ?? 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    return response
  }

  async function live(): Promise<void> {
    while (!isOver) {
      const created = await send('POST', '/users', { display_name: 'Ada', server_metadata: { of: 'the test' } })
      if (created?.status === 201) {
        const { id } = (await created.json()) as { id: string }
        acknowledged.push(id)
        await send('PATCH', `/users/${id}`, { display_name: 'Ada Lovelace' })
      }
      await send('GET', '/users?limit=3')
    }
  }

  const lives = Array.from({ length: people }, live)
  return {
    statuses,
    acknowledged,
    async stop() {
      isOver = true
      await Promise.all(lives)
    },
  }
}
