/** New keys, as the server returns them. */
export interface Keys {
  publishable_client_key?: string | undefined
  secret_server_key?: string | undefined
  super_secret_admin_key?: string | undefined
}

export const frameworks = [
  { value: 'vite', label: 'Vite' },
  { value: 'next', label: 'Next.js' },
  { value: 'node', label: 'Node.js' },
] as const

export type Framework = (typeof frameworks)[number]['value']

/** Vite and Next.js expose variables with this prefix to the browser, so secrets never get it. */
const prefixes = { vite: 'VITE_', next: 'NEXT_PUBLIC_', node: '' }

/** The contents of `.env`, with the variable names the SDK reads. */
export function envFile(framework: Framework, apiUrl: string, projectId: string, keys: Keys): string {
  const prefix = prefixes[framework]
  const lines = [
    `${prefix}LATCHKEY_API_URL=${apiUrl}`,
    `${prefix}LATCHKEY_PROJECT_ID=${projectId}`,
    ...(keys.publishable_client_key ? [`${prefix}LATCHKEY_PUBLISHABLE_CLIENT_KEY=${keys.publishable_client_key}`] : []),
    // A Vite app has no server to keep a secret on.
    ...(framework !== 'vite' && keys.secret_server_key ? [`LATCHKEY_SECRET_SERVER_KEY=${keys.secret_server_key}`] : []),
    ...(framework === 'node' && keys.super_secret_admin_key
      ? [`LATCHKEY_SUPER_SECRET_ADMIN_KEY=${keys.super_secret_admin_key}`]
      : []),
  ]
  return lines.join('\n')
}
