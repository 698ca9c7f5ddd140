export interface Keys {
  publishableClientKey?: string | undefined
  secretServerKey?: string | undefined
  superSecretAdminKey?: string | undefined
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
    ...(keys.publishableClientKey ? [`${prefix}LATCHKEY_PUBLISHABLE_CLIENT_KEY=${keys.publishableClientKey}`] : []),
    // A Vite app has no server to keep a secret on.
    ...(framework !== 'vite' && keys.secretServerKey ? [`LATCHKEY_SECRET_SERVER_KEY=${keys.secretServerKey}`] : []),
    ...(framework === 'node' && keys.superSecretAdminKey
      ? [`LATCHKEY_SUPER_SECRET_ADMIN_KEY=${keys.superSecretAdminKey}`]
      : []),
  ]
  return lines.join('\n')
}
