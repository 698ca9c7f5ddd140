import { expect, test } from 'vitest'
import { separateServer } from '../testing/index.ts'

async function warningsAfter(requests: { address: string; headers?: Record<string, string> }[]) {
  const logLines: string[] = []
  const { fetch } = await separateServer({ logLines, config: { trustedProxies: ['10.0.0.1'] } })
  for (const { address, headers = {} } of requests) await fetch('/api/v1', { headers }, address)
  return logLines.filter((line) => line.includes('LATCHKEY_TRUSTED_PROXIES'))
}

const forwarded = { 'x-forwarded-for': '203.0.113.9' }

test('a proxy that is not trusted is told of once, with what to set', async () => {
  const lines = await warningsAfter([
    { address: '::ffff:10.0.0.2', headers: forwarded },
    { address: '::ffff:10.0.0.2', headers: forwarded },
    { address: '10.0.0.3', headers: { forwarded: 'for=203.0.113.9' } },
  ])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('LATCHKEY_TRUSTED_PROXIES=10.0.0.2')
  expect(lines[0]).toContain('rate limits count all clients behind it as one')
})

test('neither a trusted proxy nor a direct caller causes a warning', async () => {
  expect(await warningsAfter([{ address: '10.0.0.1', headers: forwarded }, { address: '10.0.0.2' }])).toEqual([])
})
