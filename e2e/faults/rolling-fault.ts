import { setTimeout as delay } from 'node:timers/promises'
import { startBalancer } from './balancer.ts'
import type { LoadFault } from './fault.ts'
import { until } from './rig.ts'

let balancer: Awaited<ReturnType<typeof startBalancer>>

export const rollingFault: LoadFault = {
  id: 'F24',
  name: 'one server after the other is restarted behind a load balancer',
  tries: 5,
  rig: { env: () => ({ LATCHKEY_STOP_DELAY_SECONDS: '2' }) },
  isUnnoticed: true,
  entry: async ({ nodes }) => {
    balancer = await startBalancer(nodes.map(({ url }) => Number(new URL(url).port)))
    await until(() => balancer.ready.size === nodes.length, 60)
    return { urls: [balancer.url], close: () => balancer.close() }
  },
  strike: async (rig) => {
    for (const index of rig.nodes.keys()) {
      const { program } = rig.nodes[index]!
      program.kill('SIGTERM')
      const { code } = await program.exited
      if (code !== 0 || /warn|error/i.test(program.output()))
        throw new Error(`A server ended with ${code}:\n${program.output()}`)
      rig.restart(index)
      await until(() => balancer.ready.size === rig.nodes.length, 60)
      await delay(200)
    }
  },
}
