import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'

/** Reported without a stack. */
export class Failure extends Error {}

export type WebFramework = 'vite' | 'next'

export interface Options {
  folder: string
  framework: WebFramework
  /** The server, without a trailing slash. */
  url: string
  /** Undefined for the demo project. */
  project?: { id: string; key: string } | undefined
  isInstalled: boolean
}

const usage = `Usage: create <folder> [--framework vite|next] [--project <id> --key <pck_…>] [--url <server>] [--no-install]`

export async function readOptions(args: string[]): Promise<Options> {
  const { values, folder } = parse(args)
  const target = resolve(folder)
  if (existsSync(target) && readdirSync(target).length > 0) throw new Failure(`The folder ${folder} is not empty.`)
  if ((values.project === undefined) !== (values.key === undefined))
    throw new Failure('Pass both --project and --key, or neither to use the demo project.')
  return {
    folder: target,
    framework: await chooseFramework(values.framework),
    url: toUrl(values.url ?? findOwnServer()),
    project: values.project && values.key ? { id: values.project, key: values.key } : undefined,
    isInstalled: !values['no-install'],
  }
}

function parse(args: string[]) {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { framework: text, project: text, key: text, url: text, 'no-install': { type: 'boolean' } },
    })
    const [folder] = positionals
    if (folder === undefined || positionals.length > 1) throw new Failure(usage)
    return { values, folder }
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${(error as Error).message}\n\n${usage}`)
  }
}

/** The server that this program was downloaded from: it adds the file to the package. */
function findOwnServer(): string {
  const file = new URL('../server.json', import.meta.url)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).url : 'http://localhost:8102'
}

function toUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new Failure(`${text} is not the URL of a server.`)
  return text.replace(/\/+$/, '')
}

async function chooseFramework(given: string | undefined): Promise<WebFramework> {
  if (given === 'vite' || given === 'next') return given
  if (given !== undefined) throw new Failure(`--framework is vite or next, not ${given}.`)
  if (!process.stdin.isTTY || !process.stdout.isTTY) return 'vite'
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('Framework: 1 for Vite, 2 for Next.js (1): ')
  terminal.close()
  return answer.trim() === '2' ? 'next' : 'vite'
}

/** The name of the folder, as npm allows it. */
export function packageNameOf(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
  return name.replaceAll(/^-+|-+$/g, '') || 'my-app'
}
