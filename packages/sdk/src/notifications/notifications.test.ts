import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { appInternalsSymbol } from '../index.ts'
import { openPerson } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test.each(['client', 'server'] as const)('a %s turns a notification category off and on', async (access) => {
  const { user, serverUser } = await openPerson()
  const owner = access === 'client' ? user : serverUser
  const list = () => owner.listNotificationCategories()
  const [transactional, marketing] = await list()
  expect(transactional).toMatchObject({ name: 'Transactional', enabled: true, canDisable: false })
  expect(marketing).toMatchObject({ name: 'Marketing', enabled: true, canDisable: true })

  const store = owner[appInternalsSymbol].notificationCategories
  store.subscribe(() => {})
  await marketing!.setEnabled(false)
  expect(store.getSnapshot()).toMatchObject({ value: [{ enabled: true }, { enabled: false }] })
  expect(marketing!.enabled).toBe(true)
  await (await list())[1]!.setEnabled(true)
  expect(await list()).toMatchObject([{ enabled: true }, { enabled: true }])
})
