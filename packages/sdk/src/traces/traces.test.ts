import { beforeEach, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { createAdmin, createClient, openProject } from '../testing/open-project.ts'

beforeEach(() => {
  vi.spyOn(clock, 'wait').mockResolvedValue()
})

test('a failed sign-in is found by its address, with its steps', async () => {
  const { project } = await openProject()
  const app = createClient(project)
  const admin = createAdmin(project)
  const email = 'nobody@example.com'
  const result = await app.signInWithCredential({ email, password: 'not the password' })
  expect(result.status).toBe('error')
  // Written after the response.
  await vi.waitFor(async () => expect(await admin.listTraces({ address: email })).toHaveLength(1), { timeout: 20_000 })
  const traces = await admin.listTraces({ kind: 'sign-in' })
  expect(traces.nextCursor).toBeNull()
  const [trace] = traces
  expect(trace).toMatchObject({
    code: 'EMAIL_PASSWORD_MISMATCH',
    userId: null,
    typedUnknownAddress: true,
    count: 1,
    steps: [{ step: 'password', problem: 'no-account' }],
  })
  expect(trace!.happenedAt).toBeInstanceOf(Date)
  expect(await admin.listTraces({ reference: trace!.references[0] })).toEqual([trace])
  expect(await admin.listTraces({ until: new Date(trace!.happenedAt.getTime() - 1) })).toHaveLength(0)
  expect(await admin.getTrace(trace!.id)).toEqual({ ...trace, related: [] })
})
