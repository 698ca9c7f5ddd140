import { expect, test } from 'vitest'
import { readOnce } from './leaked.ts'

test('the list is read once, and again if it could not be read', async () => {
  const answers = [Promise.reject(new Error('EMFILE')), Promise.resolve('list')]
  const read = readOnce(() => answers.shift()!)
  await expect(read()).rejects.toThrow('EMFILE')
  expect(await read()).toBe('list')
  expect(await read()).toBe('list')
})
