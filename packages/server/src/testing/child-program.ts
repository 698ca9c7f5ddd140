import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const sources = join(dirname(fileURLToPath(import.meta.url)), '..')

/**
 * Compiles the server's sources into a folder from which plain Node can run them, for tests that kill a process. Each
 * file separately, without types or imports, so that it takes half a second.
 */
export async function compileSources(): Promise<string> {
  const cache = join(sources, '../node_modules/.cache/child-programs')
  await mkdir(cache, { recursive: true })
  const outFolder = await mkdtemp(join(cache, 'build-'))
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const options = ['--ignoreConfig', '--noCheck', '--target', 'es2022', '--module', 'nodenext', '--rootDir', sources]
  const alone = ['--noResolve', '--lib', 'es5', '--types', '']
  const imports = ['--rewriteRelativeImportExtensions', '--allowImportingTsExtensions', '--outDir', outFolder]
  const names = await readdir(sources, { recursive: true })
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const paths = files.map((name) => join(sources, name))
  await promisify(execFile)(process.execPath, [compiler, ...options, ...alone, ...imports, ...paths])
  await writeFile(join(outFolder, 'package.json'), '{ "type": "module" }')
  return outFolder
}

export interface ChildProgram {
  pid: number
  /** Everything it has printed so far. */
  output(): string
  /** Resolves with the match as soon as the output contains it; rejects when the program ends or the time is up. */
  waitFor(pattern: RegExp): Promise<RegExpMatchArray>
  kill(signal: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const running = new Set<ChildProcess>()

export function startProgram(script: string, args: string[] = [], env: NodeJS.ProcessEnv = {}): ChildProgram {
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    // When the output is complete, which is after the end of the process.
    child.on('close', (code, signal) => {
      running.delete(child)
      resolve({ code, signal })
    })
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    pid: child.pid!,
    output: () => output,
    exited,
    kill: (signal) => void child.kill(signal),
    async waitFor(pattern) {
      for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(5)) {
        const match = output.match(pattern)
        if (match) return match
        if (!running.has(child)) break
      }
      throw new Error(`${pattern} did not appear in:\n${output}`)
    },
  }
}

/** For afterEach: no test leaves a process behind, and the databases of killed programs stop automatically. */
export async function killPrograms(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.on('close', resolve)))
  for (const child of running) child.kill('SIGKILL')
  await Promise.all(ends)
}

export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}
