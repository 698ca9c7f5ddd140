import { setTimeout as delay } from 'node:timers/promises'
import { execute } from '@latchkey/server/testing'
import type { LoadFault } from './fault.ts'
import { endDatabase, listProcesses } from './kill-faults.ts'
import { type Rig, role } from './rig.ts'

export const endConnections =
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'latchkey%'"

/** Longer than the limit of every request, statement and connection, and than the claims of jobs. */
const frozenSeconds = 70

export const databaseFaults: LoadFault[] = [
  {
    id: 'F7',
    name: 'the database is restarted',
    tries: 10,
    strike: (rig) => endDatabase(rig, 'SIGQUIT'),
  },
  {
    id: 'F7a',
    name: 'the database ends all connections, ten times a second',
    tries: 10,
    strike: async ({ databaseUrl }) => {
      for (let round = 0; round < 10; round++) {
        await execute(databaseUrl, endConnections)
        await delay(100)
      }
    },
  },
  {
    id: 'F7b',
    name: `the database is frozen for ${frozenSeconds} seconds`,
    tries: 1,
    strike: async ({ postgres }) => {
      const processes = listProcesses(postgres.pid!)
      for (const pid of processes) process.kill(pid, 'SIGSTOP')
      await delay(frozenSeconds * 1000)
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    },
  },
  {
    id: 'F7c',
    name: 'the database is read-only for 5 seconds',
    tries: 5,
    refusesWrites: true,
    unreadiness: 'database read-only',
    strike: async ({ databaseUrl }) => {
      await setForAll(databaseUrl, 'default_transaction_read_only', 'on')
      await delay(5_000)
      await setForAll(databaseUrl, 'default_transaction_read_only', 'off')
    },
  },
  {
    id: 'F10',
    name: 'the database has no free connections for 10 seconds',
    tries: 3,
    refusesWrites: true,
    strike: occupyConnections,
  },
  {
    id: 'F11',
    name: 'one commit in ten fails with a deadlock or a serialization failure, for 10 seconds',
    tries: 3,
    strike: async ({ databaseUrl }) => {
      await execute(databaseUrl, startCollisions)
      await delay(10_000)
      await execute(databaseUrl, 'DROP FUNCTION collide CASCADE')
    },
  },
]

/** At the end of the transaction, when everything else has succeeded. */
const startCollisions = `
  CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF random() < 0.05 THEN RAISE EXCEPTION 'collision' USING ERRCODE = '40001'; END IF;
    IF random() < 0.05 THEN RAISE EXCEPTION 'collision' USING ERRCODE = '40P01'; END IF;
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER collide AFTER INSERT OR UPDATE ON users DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION collide();
  CREATE CONSTRAINT TRIGGER collide AFTER INSERT ON item_changes DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION collide()`

async function setForAll(databaseUrl: string, setting: string, value: string): Promise<void> {
  await execute(databaseUrl, `ALTER SYSTEM SET ${setting} = ${value}`)
  await execute(databaseUrl, 'SELECT pg_reload_conf()')
}

/** The servers lose their connections, and there are none left when they open new ones. */
async function occupyConnections({ databaseUrl }: Rig): Promise<void> {
  await execute(databaseUrl, `ALTER ROLE ${role} CONNECTION LIMIT 0`)
  await execute(databaseUrl, endConnections)
  await delay(10_000)
  await execute(databaseUrl, `ALTER ROLE ${role} CONNECTION LIMIT -1`)
}
