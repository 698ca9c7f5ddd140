import type { LoadFault } from './fault.ts'
import { findClusterObstacle, startCluster } from './patroni-cluster.ts'
import { until } from './rig.ts'

let cluster: Awaited<ReturnType<typeof startCluster>>
let bringBack = () => {}

/** High availability with Patroni, etcd and HAProxy. */
function describeFailover(id: string, name: string, kind: { isMachineLost: boolean }): LoadFault {
  return {
    id,
    name,
    tries: 3,
    // Patroni waits until the lost primary can no longer believe to be one.
    maxRecoverySeconds: 15,
    findObstacle: findClusterObstacle,
    rig: {
      startDatabase: async () => {
        bringBack = () => {}
        cluster = await startCluster()
        return cluster
      },
    },
    strike: async () => {
      bringBack()
      await until(cluster.isInSync, 120)
      bringBack = await cluster.killPrimary(kind)
    },
  }
}

export const failoverFaults = [
  describeFailover('F33', 'the primary of a Patroni cluster is lost with its machine', { isMachineLost: true }),
  describeFailover('F33a', 'the primary of a Patroni cluster is killed', { isMachineLost: false }),
]
