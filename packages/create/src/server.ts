import type { Connection } from './env-file.ts'
import { Failure, type Options, type WebFramework } from './options.ts'

interface Connected {
  connection: Connection & { publishableClientKey: string }
  projectName: string
}

/** Checks that the server knows the project and accepts its key. */
export async function connect({ url, project }: Options): Promise<Connected> {
  const { id, key } = project ?? (await findDemo(url))
  const response = await request(`${url}/api/v1/projects/current`, {
    'x-stack-access-type': 'client',
    'x-stack-project-id': id,
    'x-stack-publishable-client-key': key,
  })
  if (!response.ok) {
    const text = toPlainText(await response.text())
    throw new Failure(`${url} does not accept the project and key: ${text.slice(0, 300)}`)
  }
  const { display_name } = (await response.json()) as { display_name: string }
  const connection = { apiUrl: url, projectId: id, publishableClientKey: key }
  return { connection, projectName: toPlainText(display_name) }
}

/** Every development server has one. */
async function findDemo(url: string): Promise<{ id: string; key: string }> {
  const response = await request(`${url}/demo/config.json`)
  const isFound = response.ok && response.headers.get('content-type')?.includes('json')
  if (!isFound) {
    const where = `${url}/dashboard`
    throw new Failure(`${url} has no demo project. Create a project at ${where}: it shows the complete command.`)
  }
  const { projectId, publishableClientKey } = (await response.json()) as {
    projectId: string
    publishableClientKey: string
  }
  return { id: projectId, key: publishableClientKey }
}

/** The files of a new app, by path. From the server, so that they fit its version. */
export async function downloadTemplate(url: string, framework: WebFramework): Promise<Record<string, string>> {
  const response = await request(`${url}/packages/templates.json`)
  if (!response.ok) throw noPackages(url)
  return ((await response.json()) as Record<WebFramework, Record<string, string>>)[framework]
}

/** The React package of the server's version, and its file name, which contains the version. */
export async function downloadPackage(url: string): Promise<{ name: string; content: Uint8Array }> {
  const response = await request(`${url}/packages/react.tgz`)
  const name = /filename="([a-z0-9.-]+\.tgz)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  if (!response.ok || !name) throw noPackages(url)
  return { name, content: new Uint8Array(await response.arrayBuffer()) }
}

const noPackages = (url: string) => new Failure(`${url} does not serve packages. Is it a Latchkey server?`)

async function request(address: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(address, { headers, signal: AbortSignal.timeout(30_000) })
  } catch {
    throw new Failure(`${new URL(address).origin} cannot be reached. Is the server running?`)
  }
}

/** Owners choose the names of projects, and a terminal would interpret control characters. */
function toPlainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}
