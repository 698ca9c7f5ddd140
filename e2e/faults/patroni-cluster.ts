import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute } from '@latchkey/server/testing'
import { findFreePort } from '../start-server.ts'
import { findPostgresPrograms, makeFolder, owner } from './installed-postgres.ts'
import { until } from './rig.ts'

/** Distributions build etcd for ARM64, where it wants to be asked for it. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ETCD_UNSUPPORTED_ARCH: process.arch }
const programs = findPostgresPrograms()

export function findClusterObstacle(): string | undefined {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => spawnSync(name, ['--help'], { env }).error)
  if (!programs) missing.push('postgresql')
  return missing.length > 0 ? `install ${missing.join(', ')}` : undefined
}

/** Two databases that Patroni keeps in sync, with etcd and, in front of them, HAProxy: as in docs/guide/self-hosting.md. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-cluster-'))
  chmodSync(folder, 0o755)
  const start = (program: string, args: string[]) => spawn(program, args, { ...owner, env, cwd: '/', stdio: 'ignore' })
  const [etcdPort, peerPort, entryPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peers = `http://127.0.0.1:${peerPort}`
  const etcd = start('etcd', [
    ...['--data-dir', makeFolder(join(folder, 'etcd')), '--name', 'etcd'],
    ...['--listen-client-urls', etcdUrl, '--advertise-client-urls', etcdUrl],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `etcd=${peers}`],
  ])
  const members = await Promise.all(
    ['one', 'two'].map(async (name) => ({ name, port: await findFreePort(), apiPort: await findFreePort() })),
  )
  for (const member of members) {
    const data = makeFolder(join(folder, member.name))
    writeFileSync(join(folder, `${member.name}.yml`), describeMember(member, etcdPort, data))
  }
  writeFileSync(join(folder, 'haproxy.cfg'), describeEntry(members, entryPort))
  const run = ({ name }: { name: string }) => start('patroni', [join(folder, `${name}.yml`)])
  const databases = members.map(run)
  const haproxy = start('haproxy', ['-f', join(folder, 'haproxy.cfg')])
  const connectionString = `postgres://latchkey:latchkey@127.0.0.1:${entryPort}/postgres`

  const roleOf = async ({ apiPort }: { apiPort: number }, role: string) =>
    (await fetch(`http://127.0.0.1:${apiPort}/${role}`).catch(() => undefined))?.ok ?? false
  const isInSync = async () => (await Promise.all(members.map((one) => roleOf(one, 'sync')))).includes(true)
  const isOpen = () =>
    execute(connectionString, 'SELECT 1').then(
      () => true,
      () => false,
    )
  if (!(await until(async () => (await isInSync()) && (await isOpen()), 120)))
    throw new Error('The cluster did not start.')

  return {
    connectionString,
    isInSync,
    /** With its Patroni, as if its machine were gone, or alone. Returns a function that starts again what does not by itself. */
    async killPrimary({ isMachineLost }: { isMachineLost: boolean }): Promise<() => void> {
      const primaries = await Promise.all(members.map((one) => roleOf(one, 'primary')))
      const index = primaries.indexOf(true)
      const { name, port } = members[index]!
      const { rows } = await execute(
        `postgres://latchkey:latchkey@127.0.0.1:${port}/postgres`,
        `SELECT pg_read_file('postmaster.pid') AS text`,
      )
      if (isMachineLost) databases[index]!.kill('SIGKILL')
      process.kill(Number(rows[0].text.split('\n')[0]), 'SIGKILL')
      return () => {
        if (isMachineLost) databases[index] = run({ name })
      }
    },
    async stop() {
      for (const one of databases) one.kill('SIGTERM')
      await until(() => databases.every(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null), 30)
      for (const one of [...databases, etcd, haproxy]) one.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Member = { name: string; port: number; apiPort: number }

function describeMember({ name, port, apiPort }: Member, etcdPort: number, data: string): string {
  return `scope: latchkey
name: ${name}
restapi: { listen: "127.0.0.1:${apiPort}", connect_address: "127.0.0.1:${apiPort}" }
etcd3: { hosts: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    primary_start_timeout: 0
    synchronous_mode: true
    postgresql: { use_pg_rewind: true }
  initdb: [{ encoding: UTF8 }, data-checksums]
postgresql:
  listen: "127.0.0.1:${port}"
  connect_address: "127.0.0.1:${port}"
  data_dir: ${join(data, 'data')}
  bin_dir: ${programs}
  pgpass: ${join(data, 'pgpass')}
  parameters: { unix_socket_directories: "${data}", max_connections: 200 }
  authentication:
    superuser: { username: latchkey, password: latchkey }
    replication: { username: replication, password: replication }
  pg_hba:
    - local all all trust
    - host all all 127.0.0.1/32 md5
    - host replication replication 127.0.0.1/32 md5
`
}

function describeEntry(members: Member[], port: number): string {
  const servers = members.map(
    (member) => `  server ${member.name} 127.0.0.1:${member.port} check port ${member.apiPort}`,
  )
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
