import { killPrograms } from '@latchkey/server/testing'
import { afterAll, expect, test } from 'vitest'
import { runUnderLoad } from './fault.ts'
import { upgradeFault } from './rolling-fault.ts'

afterAll(killPrograms)

test('nobody notices when one node after the other is replaced by the next version', async () => {
  const { problems, account } = await runUnderLoad(upgradeFault, 1)
  expect(problems).toEqual([])
  expect(account).toMatchObject({ lost: 0, doubled: 0, sentAgain: 0 })
  expect(account!.acknowledged).toBeGreaterThan(20)
})
