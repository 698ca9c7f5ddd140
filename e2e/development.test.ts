import { expect, test } from 'vitest'
import { serverUrl } from './browser.ts'

// On Linux all of 127.0.0.0/8 is this machine, so another of its addresses shows whether a server listens on more than
// one.
test('a server in development listens to this machine alone', async () => {
  const elsewhere = serverUrl.replace('localhost', '127.0.0.2')
  expect((await fetch(`${serverUrl}/health`)).status).toBe(200)
  await expect(fetch(`${elsewhere}/health`)).rejects.toThrow('fetch failed')
})
