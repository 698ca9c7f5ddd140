/** What an app is built with. `node` is a server without pages. */
export type Framework = 'vite' | 'next' | 'node'

export interface Connection {
  apiUrl: string
  projectId: string
  publishableClientKey?: string | undefined
}

/** Vite and Next.js expose variables with this prefix to the browser, so secrets never get it. */
const prefixes = { vite: 'VITE_', next: 'NEXT_PUBLIC_', node: '' }

/** Servers read the file of their process, and the frameworks leave this one out of new repositories. */
export const envFileNames = { vite: '.env.local', next: '.env.local', node: '.env' }

/** The public variables of an app, with the names that the SDK reads. */
export function envFile(framework: Framework, { apiUrl, projectId, publishableClientKey }: Connection): string {
  const variables = {
    API_URL: apiUrl,
    PROJECT_ID: projectId,
    ...(publishableClientKey && { PUBLISHABLE_CLIENT_KEY: publishableClientKey }),
  }
  const lines = Object.entries(variables).map(([name, value]) => `${prefixes[framework]}LATCHKEY_${name}=${value}`)
  return lines.join('\n')
}

export const secretServerLine = (key: string) => `LATCHKEY_SECRET_SERVER_KEY=${key}`
export const adminLine = (key: string) => `LATCHKEY_SUPER_SECRET_ADMIN_KEY=${key}`
