import { spawnSync } from 'node:child_process'
import { execute } from '@latchkey/server/testing'
import type { LoadFault } from './fault.ts'
import { type Rig, until } from './rig.ts'

async function killServer(rig: Rig, attempt: number): Promise<void> {
  const index = attempt % rig.nodes.length
  const { program } = rig.nodes[index]!
  program.kill('SIGKILL')
  await program.exited
  rig.restart(index)
}

/** Until it has recovered, which takes as long as it takes on this disk. */
export async function endDatabase(rig: Rig, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  process.kill(rig.postgres.pid!, signal)
  const isAccepting = () =>
    execute(rig.databaseUrl, 'SELECT 1').then(
      () => true,
      () => false,
    )
  await until(async () => !(await isAccepting()), 5)
  if (!(await until(isAccepting, 120))) throw new Error('The database did not start again.')
}

export const killFaults: LoadFault[] = [
  { id: 'F1', name: 'a server is killed', tries: 50, strike: killServer },
  { id: 'F4', name: 'the database is killed', tries: 50, strike: (rig) => endDatabase(rig, 'SIGKILL') },
  {
    id: 'F2',
    name: 'a server and the database are killed at once',
    tries: 20,
    strike: async (rig, attempt) => {
      await Promise.all([endDatabase(rig, 'SIGKILL'), killServer(rig, attempt)])
    },
  },
]

/** The database and all its child processes. */
export function listProcesses(root: number): number[] {
  const rows = spawnSync('ps', ['-eo', 'pid=,ppid=']).stdout.toString().trim().split('\n')
  const pairs = rows.map((row) => row.trim().split(/\s+/).map(Number))
  return [root, ...pairs.filter(([, parent]) => parent === root).map(([pid]) => pid!)]
}
