import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buttonStylesOf } from '../look.ts'
import { type Limits, startAllowance } from './allowance.ts'
import { createEmailRenderer, type RenderOptions } from './renderer.ts'
import { type RenderKind, Turns } from './turns.ts'

const renderer = createEmailRenderer()
afterAll(() => renderer.close())

const input = {
  user: { displayName: 'Ada' },
  project: { displayName: 'Acme', ...buttonStylesOf() },
  variables: {},
  isPreview: false,
}
const good = 'export const EmailTemplate = () => <p>Hello</p>'
const endless = 'export function EmailTemplate() { while (true) {} }'
const numbered = `export const variablesSchema = (value) => value
  export const EmailTemplate = ({ variables }) => <p>{variables.n}</p>`
const patient = { kind: 'bulk', maxMillis: 60_000 } as const
/** Longer than everything that must not wait for it. */
const stuckMillis = 60_000

async function render(projectId: string, templateTsx: string, options: RenderOptions) {
  return renderer.render(projectId, { templateTsx, themeTsx: null }, [input], options)
}

test('two endless previews of one project both return in time', async () => {
  const given = { maxMillis: 60_000, answerWithinMillis: 1_000 }
  const answers = await Promise.all([render('evil', endless, given), render('evil', endless, given)])
  expect(answers).toEqual([
    [{ error: 'Rendering took too long.' }],
    [{ error: expect.stringMatching(/too long|Too many/) }],
  ])
})

test('a preview returns in time although its project is still busy with another', async () => {
  const order: string[] = []
  const stuck = render('evil', endless, { maxMillis: 4_000 }).then(() => order.push('stuck'))
  const [answer] = await render('evil', good, { answerWithinMillis: 500 })
  order.push('answered')
  expect(answer).toEqual({ error: 'Too many emails are being rendered right now. Please try again in a moment.' })
  await stuck
  expect(order).toEqual(['answered', 'stuck'])
})

test('bulk emails and previews that are stuck delay no sign-in email', async () => {
  const own = createEmailRenderer()
  const stuck = (['bulk', 'bulk', 'bulk', 'preview', 'preview', 'preview'] as const).map((kind, n) =>
    own.render(`evil ${n}`, { templateTsx: endless, themeTsx: null }, [input], { kind, maxMillis: stuckMillis }),
  )
  let isOver = false
  for (const one of stuck) {
    one.then(
      () => {
        isOver = true
      },
      () => undefined,
    )
  }
  const sources = { templateTsx: good, themeTsx: null }
  const email = await own.render('good', sources, [input], { kind: 'system', maxMillis: stuckMillis })
  expect(email).toMatchObject([{ email: {} }])
  expect(isOver).toBe(false)
  const outcomes = Promise.allSettled(stuck)
  await own.close()
  await outcomes
})

test('bulk emails of two projects take turns', async () => {
  const own = createEmailRenderer({ turnMillis: 0 })
  const order: string[] = []
  const send = async (projectId: string, count: number) => {
    const inputs = Array.from({ length: count }, (_, n) => ({ ...input, variables: { n } }))
    const answers = await own.render(projectId, { templateTsx: numbered, themeTsx: null }, inputs, patient)
    order.push(projectId)
    return answers.map((answer) => ('email' in answer ? /\d+/.exec(answer.email.text)?.[0] : answer.error))
  }
  const [many, few] = await Promise.all([send('many', 5), send('few', 2)])
  expect(many).toEqual(['0', '1', '2', '3', '4'])
  expect(few).toEqual(['0', '1'])
  expect(order).toEqual(['few', 'many'])
  await own.close()
})

test('emails that leave a lot of garbage behind are all rendered, each by a new worker', async () => {
  const own = createEmailRenderer({ turnMillis: 0 })
  const greedy = `const all = []
    for (let n = 0; n < 3e6; n++) all.push(n)
    export const EmailTemplate = () => <p>Hello</p>`
  const inputs = Array.from({ length: 4 }, () => input)
  const answers = await own.render('p', { templateTsx: greedy, themeTsx: null }, inputs, patient)
  expect(answers).toMatchObject(inputs.map(() => ({ email: { html: expect.stringContaining('Hello') } })))
  await own.close()
})

test('what was not rendered when the server stopped is not told to be broken', async () => {
  const own = createEmailRenderer()
  const sources = { templateTsx: endless, themeTsx: null }
  const answers = ['running', 'waiting'].map(() => own.render('p', sources, [input], { maxMillis: stuckMillis }))
  const outcomes = Promise.allSettled(answers)
  await own.close()
  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
})

describe('whose turn it is', () => {
  const task = (projectId: string, kind: RenderKind) => ({ projectId, kind })

  test('a project has one thread, and each kind leaves one to every kind before it', () => {
    const turns = new Turns<ReturnType<typeof task>>(3)
    const begin = () => {
      const next = turns.next()
      if (next) turns.begin(next)
      return next && `${next.projectId} ${next.kind}`
    }
    for (const kind of ['bulk', 'preview', 'system'] as const)
      for (const id of ['a', 'b', 'c', 'd']) turns.add(task(id, kind))
    expect([begin(), begin(), begin(), begin()]).toEqual(['a system', 'b system', 'c system', undefined])

    const others = new Turns<ReturnType<typeof task>>(3)
    const running = ['a', 'b', 'c'].map((id) => task(id, 'bulk'))
    for (const one of running) others.add(one)
    others.begin(running[0]!)
    expect(others.next()).toBeUndefined()
    others.add(task('a', 'system'))
    expect(others.next()).toBeUndefined()
    others.add(task('d', 'preview'))
    expect(others.next()).toEqual(task('d', 'preview'))
  })

  test('among equals, whoever has waited longest goes first', () => {
    const turns = new Turns<ReturnType<typeof task>>(3)
    for (const id of ['a', 'a', 'b', 'c']) turns.add(task(id, 'bulk'))
    const order: string[] = []
    for (let next = turns.next(); next; next = turns.next()) {
      turns.begin(next)
      order.push(next.projectId)
      turns.end(next)
      if (next.projectId === 'a' && order.length === 1) turns.add(next)
    }
    expect(order).toEqual(['a', 'b', 'c', 'a', 'a'])
  })
})

describe('the time of a template', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** Whether it is over after so long on the clock, of which a thread was busy with it for so long. */
  function isOverAfter(clockMillis: number, busyMillis: number, limits: Limits) {
    let busy = 7
    const isOver = startAllowance(limits, () => busy)
    vi.advanceTimersByTime(clockMillis)
    busy += busyMillis
    return isOver()
  }

  test.each([
    [1_700, 1_700, false],
    [1_800, 1_800, true],
    // A machine that had no time for it.
    [4_900, 1_700, false],
    [5_000, 600, true],
    [5_000, 100, false],
    [10_000, 100, true],
  ])('after %d ms with %d ms of work, that it is over is %s', (clockMillis, busyMillis, expected) => {
    expect(isOverAfter(clockMillis, busyMillis, { maxMillis: 1_800, maxClockMillis: 5_000 })).toBe(expected)
  })

  test('ends when somebody wants the result, but gets a share of the time', () => {
    const limits = { maxMillis: 1_800, maxClockMillis: 300 }
    expect(isOverAfter(400, 400, limits)).toBe(false)
    expect(isOverAfter(500, 500, limits)).toBe(true)
  })
})
