import { setTimeout as delay } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import type { LoadFault } from './fault.ts'
import { createNextVersion } from './next-version.ts'
import { type Rig, until } from './rig.ts'

let balancer: Awaited<ReturnType<typeof startBalancer>>

const behindBalancer = {
  rig: { env: () => ({ LATCHKEY_STOP_DELAY_SECONDS: '2' }) },
  isUnnoticed: true,
  entry: async ({ nodes }) => {
    balancer = await startBalancer(nodes.map(({ url }) => Number(new URL(url).port)))
    await until(() => balancer.ready.size === nodes.length, 60)
    return { urls: [balancer.url], close: () => balancer.close() }
  },
} satisfies Partial<LoadFault>

export const rollingFault: LoadFault = {
  ...behindBalancer,
  id: 'F24',
  name: 'one server after the other is restarted behind a load balancer',
  tries: 5,
  strike: (rig) => replaceServers(rig),
}

export const upgradeFault: LoadFault = {
  ...behindBalancer,
  id: 'F24a',
  name: 'one server after the other is replaced by the next version, which migrates the database',
  tries: 1,
  strike: async (rig) => replaceServers(rig, await createNextVersion(rig.folder)),
}

async function replaceServers(rig: Rig, packageFolder?: string): Promise<void> {
  for (const index of rig.nodes.keys()) {
    const { program } = rig.nodes[index]!
    program.kill('SIGTERM')
    const { code } = await program.exited
    if (code !== 0 || /warn|error/i.test(program.output()))
      throw new Error(`A server ended with ${code}:\n${program.output()}`)
    rig.restart(index, packageFolder)
    await until(() => balancer.ready.size === rig.nodes.length, 60)
    await delay(200)
  }
}
