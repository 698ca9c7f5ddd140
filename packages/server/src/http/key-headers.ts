import type { AccessType } from '@latchkey/contract'

/** The headers of the keys. */
export const keyHeader = {
  client: 'x-stack-publishable-client-key',
  server: 'x-stack-secret-server-key',
  admin: 'x-stack-super-secret-admin-key',
} as const satisfies Record<AccessType, string>
