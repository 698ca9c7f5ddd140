import type { Read } from './environment.ts'

declare const process: { env: Record<string, string | undefined> }

// Separate from the other variables, because browsers do not need these. They never have a public prefix: a bundler
// would put the secret into the browser's code.

export const secretServerKeyNames: Read[] = [
  () => process.env.LATCHKEY_SECRET_SERVER_KEY,
  () => process.env.STACK_SECRET_SERVER_KEY,
]

export const superSecretAdminKeyNames: Read[] = [
  () => process.env.LATCHKEY_SUPER_SECRET_ADMIN_KEY,
  () => process.env.STACK_SUPER_SECRET_ADMIN_KEY,
]
