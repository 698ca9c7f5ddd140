import type { Framework } from '@latchkey/create/env-file'

/** New keys, as the server returns them. */
export interface Keys {
  publishable_client_key?: string | undefined
  secret_server_key?: string | undefined
  super_secret_admin_key?: string | undefined
}

export const frameworks: readonly { value: Framework; label: string }[] = [
  { value: 'vite', label: 'Vite' },
  { value: 'next', label: 'Next.js' },
  { value: 'node', label: 'Node.js' },
]
