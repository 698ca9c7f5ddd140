import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from './fault.ts'
import { root } from './root.ts'

/** Faults that tests of `npm test` cover, and where. */
interface Suite {
  id: string
  name: string
  project: string
  files: string[]
}

export const suites: Suite[] = [
  {
    id: 'F2a',
    name: 'a server is killed with its embedded database, also during its first start',
    project: 'server',
    files: ['src/platform/db/embedded.faults'],
  },
  {
    id: 'F3',
    name: 'a second server on one data folder',
    project: 'server',
    files: ['src/platform/start/data-folder'],
  },
  {
    id: 'F5',
    name: 'long work keeps nobody waiting',
    project: 'server',
    files: ['src/http/heavy-reads', 'src/platform/fair-queue'],
  },
  { id: 'F6', name: 'one database connection is enough', project: 'server', files: ['src/http/every-route'] },
  { id: 'F8', name: 'the database is absent when the server starts', project: 'server', files: ['src/main.test'] },
  {
    id: 'F18',
    name: 'many servers start at once on an empty database, or on one of another version',
    project: 'server',
    files: ['src/platform/jobs/queues', 'src/platform/db/migrate'],
  },
  {
    id: 'F19',
    name: 'keys are rotated',
    project: 'server',
    files: ['src/accounts/sessions/signing-keys', 'src/administration/reencryption'],
  },
  {
    id: 'F20',
    name: 'what one server revokes, the others refuse',
    project: 'server',
    files: ['src/projects/cache', 'src/projects/signed-out-owner', 'src/teams/permissions/enforcement'],
  },
  { id: 'F25', name: 'huge requests, and slow ones (F26)', project: 'server', files: ['src/http/limits'] },
  {
    id: 'F28',
    name: 'other servers hang or send too much',
    project: 'server',
    files: ['src/platform/outbound/client'],
  },
  {
    id: 'F29',
    name: 'backups are restored; wrong secrets',
    project: 'server',
    files: ['src/administration/backups/backup'],
  },
  {
    id: 'F30',
    name: 'wrong clocks of clients, and calls at the same time (F31)',
    project: 'sdk',
    files: ['session-races'],
  },
  { id: 'F32', name: 'the renderer of emails crashes', project: 'server', files: ['src/emails/rendering/renderer'] },
]

export async function runSuite({ project, files }: Suite): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-suite-'))
  try {
    const report = join(folder, 'report.json')
    const args = ['run', '--project', project, ...files, '--reporter=json', `--outputFile=${report}`]
    const output = await runVitest(args)
    const { numTotalTests, testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"testResults":[]}'))
    if (!numTotalTests) return { tries: 0, problems: [`no tests: ${output.slice(-300)}`] }
    const tests = (testResults as { assertionResults: { status: string; fullName: string }[] }[]).flatMap(
      ({ assertionResults }) => assertionResults,
    )
    const failed = tests.filter(({ status }) => status === 'failed')
    return { tries: numTotalTests, problems: failed.map(({ fullName }) => `failed: ${fullName}`) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runVitest(args: string[]): Promise<string> {
  const vitest = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], { cwd: root })
  let output = ''
  for (const stream of [vitest.stdout, vitest.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  await new Promise((resolve) => vitest.on('close', resolve))
  return output
}
