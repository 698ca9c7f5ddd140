/** The browser tests run this code against a server. */
export function snippetFor(storeId: string): string {
  return `import { ServerApp } from '@latchkey/sdk'

const latchkey = new ServerApp({ tokenStore: null })
const store = await latchkey.getDataVaultStore('${storeId}')
const secret = process.env.VAULT_SECRET

await store.setValue('user-42', 'token for the calendar', { secret })
console.log(await store.getValue('user-42', { secret }))
`
}
