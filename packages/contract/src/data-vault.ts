import { z } from 'zod'
import { success } from './fields.ts'
import { defineRoutes } from './route.ts'

const servers = ['server', 'admin'] as const

/** Any text: a store that is not configured has an error of its own, whatever its name looks like. */
const params = z.strictObject({
  store: z.string().meta({ description: 'The id of a store in the configuration (`dataVault.stores`).' }),
})

const hashedKey = z
  .string()
  .min(1)
  .meta({ description: 'Stands for the key. Clients hash the key together with the secret, so neither is ever sent.' })
const encryptedValue = z.string().meta({ description: 'Whatever the client made of the value. Kept as it comes.' })

export const dataVaultRoutes = defineRoutes({
  'POST /data-vault/stores/{store}/set': {
    summary: 'Keep a value in a store of the data vault, over the one that was there',
    description:
      'The client encrypts; the server knows neither key nor secret nor value, and encrypts once more what it keeps. ' +
      'The body may have 6 MB, which is room for a million characters in any script.',
    access: servers,
    params,
    body: z.strictObject({ hashed_key: hashedKey, encrypted_value: encryptedValue }),
    response: success,
    errors: ['DATA_VAULT_STORE_DOES_NOT_EXIST'],
  },
  'POST /data-vault/stores/{store}/get': {
    summary: 'Read a value from a store of the data vault',
    access: servers,
    handlerLimits: ['keyReadsByProject', 'vaultReadsByKey'],
    params,
    body: z.strictObject({ hashed_key: hashedKey }),
    response: z.object({ encrypted_value: encryptedValue }),
    errors: ['DATA_VAULT_STORE_DOES_NOT_EXIST', 'DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST'],
  },
})
