import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabaseClock } from './clock.ts'

const noon = Date.parse('2030-01-01T12:00:00Z')
const secondsAfterNoon = (now: Date) => Math.floor((now.getTime() - noon) / 1000)

/** Time passes only when told to. */
function stopTime() {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('goes by the database, however wrong and jumpy the clock of this machine is', async () => {
  stopTime()
  const clock = createDatabaseClock()
  await clock.measure(async () => noon)
  expect(clock.now().toISOString()).toBe('2030-01-01T12:00:00.000Z')
  vi.advanceTimersByTime(30_000)
  vi.setSystemTime('1999-01-01')
  expect(secondsAfterNoon(clock.now())).toBe(30)
})

test('follows the database when its clock is set, and takes half of the way for the way back', async () => {
  stopTime()
  const clock = createDatabaseClock()
  await clock.measure(async () => noon)
  await clock.measure(async () => {
    vi.advanceTimersByTime(1_000)
    return noon + 3_600_000
  })
  expect(clock.now().getTime() - noon).toBe(3_600_500)
})

test('is not moved by a slow response', async () => {
  stopTime()
  const clock = createDatabaseClock()
  await clock.measure(async () => noon)
  await clock.measure(async () => {
    vi.advanceTimersByTime(2_000)
    return noon + 1_900
  })
  expect(clock.now().getTime() - noon).toBe(2_000)
})
