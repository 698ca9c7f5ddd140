import { afterAll, describe, expect, test } from 'vitest'
import { buttonStylesOf } from '../look.ts'
import { createEmailRenderer, type RenderOptions } from './renderer.ts'
import { Turns } from './turns.ts'

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
const patient = { maxMillis: 60_000 }
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

test('emails that are stuck delay no sign-in email', async () => {
  const own = createEmailRenderer()
  const stuck = Array.from({ length: 6 }, (_, n) =>
    own.render(`evil ${n}`, { templateTsx: endless, themeTsx: null }, [input], { maxMillis: stuckMillis }),
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
  const email = await own.render('good', sources, [input], { isUrgent: true, maxMillis: stuckMillis })
  expect(email).toMatchObject([{ email: {} }])
  expect(isOver).toBe(false)
  const outcomes = Promise.allSettled(stuck)
  await own.close()
  await outcomes
})

test('bulk emails of two projects take turns', async () => {
  const own = createEmailRenderer({ turnMillis: 0 })
  // Leaves one thread to the others.
  const stuck = own.render('stuck', { templateTsx: endless, themeTsx: null }, [input], { maxMillis: stuckMillis })
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
  const outcome = Promise.allSettled([stuck])
  await own.close()
  await outcome
})

test('emails that leave a lot of garbage behind are all rendered', async () => {
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
  /** Everybody who waits is named in `begun` when their turn begins. */
  function openTurns(...waiting: { projectId: string; isUrgent: boolean }[]) {
    const turns = new Turns(3)
    const begun: (typeof waiting)[number][] = []
    for (const turn of waiting) {
      void turns.begin(turn, Number.POSITIVE_INFINITY).then((hasBegun) => hasBegun && begun.push(turn))
    }
    return { turns, begun }
  }
  const urgent = (projectId: string) => ({ projectId, isUrgent: true })
  const other = (projectId: string) => ({ projectId, isUrgent: false })

  test('a project has one thread, urgent emails go first, and others leave one thread to them', async () => {
    const { turns, begun } = openTurns(other('a'), other('b'), other('c'), urgent('a'), urgent('d'), urgent('e'))
    await expect.poll(() => begun).toEqual([other('a'), other('b'), urgent('d')])
    turns.end(begun[1]!)
    await expect.poll(() => begun).toHaveLength(4)
    expect(begun[3]).toEqual(urgent('e'))
    turns.end(begun[0]!)
    await expect.poll(() => begun).toHaveLength(5)
    expect(begun[4]).toEqual(urgent('a'))
  })

  test('projects take turns', async () => {
    const { turns, begun } = openTurns(...['a', 'b', 'a', 'a', 'c'].map(other))
    for (const count of [2, 3, 4, 5]) {
      await expect.poll(() => begun).toHaveLength(count)
      turns.end(begun[count - 2]!)
    }
    expect(begun.map(({ projectId }) => projectId).join('')).toBe('abaca')
  })

  test('a request that has stopped waiting gets no turn', async () => {
    const { turns, begun } = openTurns(other('a'))
    expect(await turns.begin(other('a'), 0)).toBe(false)
    turns.end(begun[0]!)
    expect(await turns.begin(other('a'), 60_000)).toBe(true)
  })
})
