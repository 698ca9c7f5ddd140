import { expect, test, vi } from 'vitest'
import { isLeaked } from './leaked.ts'

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  let failures = 1
  const readFile: typeof original.readFile = async (...given: Parameters<typeof original.readFile>) => {
    if (String(given[0]).endsWith('leaked-passwords/hashes') && failures-- > 0) throw new Error('EMFILE')
    return original.readFile(...given) as never
  }
  return { ...original, readFile }
})

test('the list is read again if it could not be read', async () => {
  await expect(isLeaked('password123')).rejects.toThrow('EMFILE')
  expect(await isLeaked('password123')).toBe(true)
})
