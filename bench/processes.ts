import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Everything is measured in a separate process, as in production. */
export class Program {
  readonly #child: ChildProcess

  constructor(script: URL, env: Record<string, string>) {
    this.#child = spawn(process.execPath, [script.pathname], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }

  async waitForResponse(url: string, path = '/health'): Promise<void> {
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await delay(5)) {
      const response = await fetch(url + path).catch(() => undefined)
      if (response?.ok) return
    }
    throw new Error(`${url} did not respond within a minute.`)
  }

  residentMegabytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
  }

  cpuSeconds(): number {
    const fields = readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) / 100
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
