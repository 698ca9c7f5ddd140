import { z } from 'zod'
import { success } from './fields.ts'
import { defineRoutes } from './route.ts'

const servers = ['server', 'admin'] as const

/** Any text, because a store that is not configured has its own error. */
const params = z.strictObject({
  store: z.string().meta({ description: 'The ID of a store in the configuration (`dataVault.stores`).' }),
})

const hashedKey = z.string().min(1).meta({
  description: 'Identifies the value. Clients hash the key together with the secret, so neither is ever sent.',
})
const encryptedValue = z.string().meta({ description: 'The value as encrypted by the client. Stored unchanged.' })

export const dataVaultRoutes = defineRoutes('secrets', {
  'GET /internal/data-vault/stores': {
    summary: 'List the data vault stores with their number of values',
    access: ['admin'],
    ownerNeeds: 'read-setup',
    response: z.object({
      stores: z.array(
        z.object({
          id: z.string(),
          display_name: z.string(),
          value_count: z.number().meta({ description: 'Counted up to 10,000.' }),
          has_more: z.boolean().meta({ description: 'Whether there are more values than were counted.' }),
        }),
      ),
    }),
    errors: [],
  },
  'POST /data-vault/stores/{store}/set': {
    summary: 'Set a value in a data vault store',
    description:
      'Overwrites an existing value. The client encrypts the value, so the server knows neither key, secret nor ' +
      'value; it encrypts what it stores once more. The body may have up to 6 MB, enough for a million characters in ' +
      'any script.',
    access: servers,
    params,
    body: z.strictObject({ hashed_key: hashedKey, encrypted_value: encryptedValue }),
    response: success,
    errors: ['DATA_VAULT_STORE_DOES_NOT_EXIST'],
  },
  'POST /data-vault/stores/{store}/get': {
    summary: 'Read a value from a data vault store',
    access: servers,
    limits: ['keyReadsByProject', 'vaultReadsByKey'],
    params,
    body: z.strictObject({ hashed_key: hashedKey }),
    response: z.object({ encrypted_value: encryptedValue }),
    errors: ['DATA_VAULT_STORE_DOES_NOT_EXIST', 'DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST'],
  },
})
