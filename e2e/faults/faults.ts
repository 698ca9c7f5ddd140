import { clockFault } from './clock-fault.ts'
import { databaseFaults } from './database-faults.ts'
import { deliveryFaults } from './delivery-faults.ts'
import { diskFault } from './disk-fault.ts'
import { failoverFaults } from './failover-faults.ts'
import { type LoadFault, type Result, runUnderLoad } from './fault.ts'
import { jobFault } from './job-fault.ts'
import { killFaults } from './kill-faults.ts'
import { networkFaults } from './network-faults.ts'
import { rollingFault, upgradeFault } from './rolling-fault.ts'
import { runSuite, suites } from './suites.ts'

interface Fault {
  id: string
  name: string
  tries: number
  findObstacle?(): string | undefined
  run(tries: number): Promise<Result>
}

/** Servers have to recover by themselves within this time. */
const defaultMaxSeconds = 10

const underLoad: LoadFault[] = [
  ...killFaults,
  ...databaseFaults,
  ...networkFaults,
  diskFault,
  clockFault,
  ...deliveryFaults,
  rollingFault,
  upgradeFault,
  ...failoverFaults,
]

const all: Fault[] = [
  ...underLoad.map(({ id, name, tries, findObstacle }, index) => ({
    id,
    name,
    tries,
    ...(findObstacle && { findObstacle }),
    run: async (wanted: number) => complainIfLate(await runUnderLoad(underLoad[index]!, wanted), underLoad[index]!),
  })),
  jobFault,
  ...suites.map((suite) => ({ id: suite.id, name: suite.name, tries: 1, run: () => runSuite(suite) })),
]

/** By number. */
export const faults = all.sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }))

function complainIfLate(result: Result, { maxRecoverySeconds = defaultMaxSeconds }: LoadFault): Result {
  const isLate = result.seconds !== undefined && result.seconds > maxRecoverySeconds
  return isLate ? { ...result, problems: [...result.problems, 'recovered too slowly'] } : result
}
