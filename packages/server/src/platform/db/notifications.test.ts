import { expect, inject, onTestFinished, test } from 'vitest'
import { openWayTo } from '../../testing/silent-network.ts'
import { createLog } from '../log.ts'
import { listenToDatabase } from './notifications.ts'

const log = createLog({ level: 'silent', isProduction: false })

test('notices within two seconds that nothing is heard any more, and comes back', async () => {
  const way = await openWayTo(inject('databaseUrl'))
  onTestFinished(() => way.close())
  const notifications = await listenToDatabase({ databaseUrl: way.url, log })
  onTestFinished(() => notifications.close())
  const missed: unknown[] = []
  notifications.subscribe('latchkey_project_changed', (payload) => void missed.push(payload))

  way.setSilent(true)
  // Twice as long as it takes, because the machine may be busy.
  await expect.poll(() => notifications.isConnected(), { timeout: 4_000 }).toBe(false)
  way.setSilent(false)
  await expect.poll(() => notifications.isConnected()).toBe(true)
  expect(missed).toContain(undefined)
})
