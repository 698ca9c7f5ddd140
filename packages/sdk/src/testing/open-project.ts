import { type TestProject, testProject } from '@latchkey/server/testing'
import { vi } from 'vitest'
import { ClientApp } from '../index.ts'
import type { ClientAppConstructorOptions } from '../types.ts'

/** A project on the real server, which `fetch` leads to. `takeRequests()` tells what was asked since the last time. */
export async function openProject(settings?: Parameters<typeof testProject>[0]) {
  const project = await testProject(settings)
  let requests: string[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(`${init.method ?? 'GET'} ${new URL(url).pathname.replace('/api/v1', '')}`)
    return project.server.fetch(url, init)
  })
  return {
    project,
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
  }
}

export function createClient({ id, keys }: TestProject, options: Partial<ClientAppConstructorOptions> = {}) {
  const { publishableClientKey } = keys
  return new ClientApp({ tokenStore: 'memory', projectId: id, publishableClientKey, ...options }) as ClientApp<true>
}
