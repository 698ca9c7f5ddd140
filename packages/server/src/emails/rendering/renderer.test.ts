import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buttonStylesOf } from '../look.ts'
import { createEmailRenderer, type EmailInput, type RenderOptions } from './renderer.ts'

const renderer = createEmailRenderer()
afterAll(() => renderer.close())

const template = `
import { Button, Heading } from '@react-email/components'
import { NotificationCategory, Subject, type Props } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({ link: 'string' })

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={'Welcome to ' + project.displayName} />
      <NotificationCategory value="Transactional" />
      <Heading className="text-2xl">Hello {user.displayName}</Heading>
      <Button href={variables.link} className="bg-black">Open</Button>
    </>
  )
}
EmailTemplate.PreviewVariables = { link: 'https://example.com/preview' } satisfies typeof variablesSchema.infer
`

const theme = `
import { Body, Head, Html, Tailwind } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html>
      <Head />
      <Tailwind>
        <Body className="bg-white">
          {children}
          {unsubscribeLink && <a href={unsubscribeLink}>Unsubscribe</a>}
        </Body>
      </Tailwind>
    </Html>
  )
}
EmailTheme.PreviewProps = { unsubscribeLink: 'https://example.com/stop' }
`

const input: EmailInput = {
  user: { displayName: 'Ada' },
  project: { displayName: 'Acme', ...buttonStylesOf() },
  variables: { link: 'https://example.com/open' },
  isPreview: false,
}

/** What is meant well is not hurried here: many tests share the machine. */
const unhurried = { maxMillis: 20_000 }

async function render(
  templateTsx: string,
  given: Partial<EmailInput> = {},
  themeTsx: string | null = theme,
  options: RenderOptions = unhurried,
) {
  const [answer] = await renderer.render('p', { templateTsx, themeTsx }, [{ ...input, ...given }], options)
  return answer!
}

async function html(templateTsx: string, given: Partial<EmailInput> = {}, themeTsx: string | null = theme) {
  const answer = await render(templateTsx, given, themeTsx)
  return 'email' in answer ? answer.email.html : answer.error
}

test('renders a template inside its theme, with text, subject and category', async () => {
  const answer = await render(template)
  expect(answer).toMatchObject({ email: { subject: 'Welcome to Acme', notificationCategory: 'Transactional' } })
  const { email } = answer as { email: { html: string; text: string } }
  expect(email.html).toMatch(/^<!DOCTYPE html PUBLIC "-\/\/W3C\/\/DTD XHTML/)
  expect(email.html).toContain('href="https://example.com/open"')
  expect(email.html).toContain('background-color:rgb(0,0,0)')
  expect(email.html).not.toContain('Unsubscribe')
  expect(email.text).toContain('https://example.com/open')
})

test('fills in the examples of the sources for a preview, under what is given', async () => {
  expect(await html(template, { isPreview: true, variables: {} })).toContain('https://example.com/preview')
  expect(await html(template, { isPreview: true })).toContain('https://example.com/open')
})

test('shows in a preview how to unsubscribe only where people can', async () => {
  const marketing = template.replace('"Transactional"', '"Marketing"')
  const unmarked = template.replace('<NotificationCategory value="Transactional" />', '')
  const themeAlone = `${theme}\nEmailTheme.PreviewProps.children = 'The theme alone'`
  expect(await html(marketing, { isPreview: true })).toContain('https://example.com/stop')
  expect(await html(template, { isPreview: true }, themeAlone)).toContain('https://example.com/stop')
  for (const source of [template, unmarked]) {
    expect(await html(source, { isPreview: true })).not.toContain('Unsubscribe')
  }
})

// ASVS 1.3.7
test('says which variable does not fit, and drops those that were not declared', async () => {
  expect(await html(template, { variables: {} })).toContain('link must be a string (was missing)')
  const listing = `import { type } from 'arktype'
    export const variablesSchema = type({ a: 'string' })
    export const EmailTemplate = ({ variables }) => <p>{Object.keys(variables).join()}</p>`
  expect(await html(listing, { variables: { a: '1', b: '2' } })).toContain('<p>a</p>')
  expect(await html('export const EmailTemplate = ({ variables }) => <p>{JSON.stringify(variables)}</p>')).toContain(
    '<p>{}</p>',
  )
})

test('renders without a theme', async () => {
  expect(await html('export const EmailTemplate = () => <p>Bare</p>', {}, null)).toContain('<p>Bare</p></td>')
})

test.each([
  ['two subjects', '<><Subject value="a" /><Subject value="b" /></>', 'one <Subject> only'],
  ['a subject that is no text', '<Subject value={1} />', 'must be a string'],
])('refuses %s', async (_, body, message) => {
  const source = `import { Subject } from '@stackframe/emails'\nexport const EmailTemplate = () => ${body}`
  expect(await html(source)).toContain(message)
})

test.each([
  'fs',
  'node:fs',
  '/etc/passwd',
  '../.env',
  './x.json',
  'file:///etc/passwd',
  'react-dom/server',
])('does not import %s', async (name) => {
  const source = `import * as stolen from '${name}'\nexport const EmailTemplate = () => <p>{String(stolen)}</p>`
  expect(await html(source)).toContain('cannot be imported')
  const later = `export async function EmailTemplate() { return <p>{String(await import('${name}'))}</p> }`
  // Waits for what never comes, whatever time it is given.
  expect(await render(later, {}, theme, { maxMillis: 500 })).toHaveProperty('error')
})

// ASVS 1.3.2, 1.3.5
test('has no access to the server around it', async () => {
  const names = [
    'require',
    'fetch',
    'process.env.PATH',
    'process.exit',
    'Deno',
    'WebAssembly',
    'XMLHttpRequest',
    'importScripts',
  ]
  const source = `const look = (name) => { try { return typeof (0, eval)(name) } catch { return 'undefined' } }
    const escape = (0, eval)('this').constructor.constructor('return typeof process.mainModule')()
    export const EmailTemplate = () => <p>{${JSON.stringify(names)}.map(look).concat(escape).join()}</p>`
  expect(await html(source)).toContain(`<p>${Array.from({ length: names.length + 1 }, () => 'undefined').join()}</p>`)
})

test.each([
  ['a loop without end', 'while (true) {}', 'too long', {}],
  [
    'an expression that backtracks forever',
    "return /(a+)+$/.test('a'.repeat(60) + 'b')",
    'too long',
    { maxMillis: 500 },
  ],
  ['recursion without end', 'return EmailTemplate()', 'call stack'],
  ['memory without end', 'const all = []; while (true) all.push(new Array(100000).fill(1))', 'too much memory'],
  ['an email of fifty megabytes', "return 'x'.repeat(50_000_000)", 'too'],
])('stops %s', async (_, body, message, options: RenderOptions = unhurried) => {
  expect(await render(`export function EmailTemplate() { ${body} }`, {}, theme, options)).toEqual({
    error: expect.stringContaining(message),
  })
})

test('does not wait for a promise that is never kept', async () => {
  const source = `import { use } from 'react'
    const never = new Promise(() => undefined)
    export const EmailTemplate = () => <Inner />
    const Inner = () => use(never)`
  expect(await render(source)).toHaveProperty('error')
})

test('forgets what the last source did', async () => {
  await render(
    'globalThis.leak = "secret"; Array.prototype.map = () => ["broken"]; export const EmailTemplate = () => null',
  )
  expect(await html('export const EmailTemplate = () => <p>{typeof leak}{[1].map((n) => n + 1)}</p>')).toContain(
    'undefined',
  )
  expect(await render(template)).toHaveProperty('email')
})

// ASVS 15.2.2
describe('a project that is stuck', () => {
  const endless = { templateTsx: 'export function EmailTemplate() { while (true) {} }', themeTsx: null }
  const sources = { templateTsx: template, themeTsx: theme }

  test('does not delay the emails of others', async () => {
    const own = createEmailRenderer()
    // Far longer than the others take, however busy the machine is. It ends with the renderer.
    const stuck = own.render('evil', endless, [input], { maxMillis: 600_000 })
    const queued = own.render('evil', sources, [input], unhurried)
    const ended = Promise.allSettled([stuck, queued])
    expect(await own.render('good', sources, [input], unhurried)).toMatchObject([{ email: {} }])
    await own.close()
    const isClosed = { status: 'rejected', reason: new Error('The email renderer is closed.') }
    expect(await ended).toEqual([isClosed, isClosed])
  })

  test('waits only for itself, and fails fast for all that would be stuck as well', async () => {
    const order: string[] = []
    const inputs = Array.from({ length: 100 }, () => input)
    const stuck = renderer.render('evil', endless, inputs, { maxMillis: 500 })
    const queued = renderer.render('evil', sources, [input], unhurried)
    await Promise.all([stuck.then(() => order.push('stuck')), queued.then(() => order.push('queued'))])
    expect(order).toEqual(['stuck', 'queued'])
    expect(await stuck).toEqual(inputs.map(() => ({ error: 'Rendering took too long.' })))
  })
})

describe('a worker', () => {
  let started: Worker[] = []
  const remember = (worker: Worker) => void started.push(worker)
  beforeEach(() => {
    started = []
    process.on('worker', remember)
  })
  afterEach(() => void process.off('worker', remember))

  const sources = { templateTsx: template, themeTsx: theme }

  test('starts with the first email and ends when there are no more', async () => {
    const own = createEmailRenderer({ idleMillis: 1 })
    expect(started).toHaveLength(0)
    await own.render('p', sources, [input], unhurried)
    expect(started).toHaveLength(1)
    await once(started[0]!, 'exit')
    expect(await own.render('p', sources, [input], unhurried)).toMatchObject([{ email: {} }])
    expect(started).toHaveLength(2)
    await own.close()
  })

  test('that dies is replaced, and renders what it was at', async () => {
    const own = createEmailRenderer()
    await own.render('p', sources, [input], unhurried)
    const answer = own.render('p', sources, [input, input, input], unhurried)
    const next = own.render('p', sources, [input], unhurried)
    await started[0]!.terminate()
    expect(await answer).toMatchObject([{ email: {} }, { email: {} }, { email: {} }])
    expect(await next).toMatchObject([{ email: {} }])
    expect(started).toHaveLength(2)
    await own.close()
  })

  test('that hangs is ended, and another renders the next email', async () => {
    const own = createEmailRenderer()
    await own.render('p', sources, [input], unhurried)
    // One operation that the engine does not interrupt.
    const hanging = 'export const EmailTemplate = () => String(7n ** 300_000n)'
    expect(await own.render('p', { templateTsx: hanging, themeTsx: null }, [input], { maxMillis: 100 })).toEqual([
      { error: 'Rendering took too long.' },
    ])
    expect(await own.render('p', sources, [input], unhurried)).toMatchObject([{ email: {} }])
    await own.close()
  })

  test('gives the memory back that a template has used', async () => {
    const own = createEmailRenderer()
    const greedy = 'const all = []; for (let n = 0; n < 3e6; n++) all.push(n); export const EmailTemplate = () => null'
    for (let count = 0; count < 3; count++) {
      expect(await own.render('p', { templateTsx: greedy, themeTsx: null }, [input], unhurried)).toMatchObject([
        { email: {} },
      ])
      expect(await own.render('p', sources, [input], unhurried)).toMatchObject([{ email: {} }])
    }
    expect(started).toHaveLength(1)
    await own.close()
  })

  test('does not keep what one owner left behind for another', async () => {
    const own = createEmailRenderer()
    const counting = `globalThis.count = (globalThis.count ?? 0) + 1
      export const EmailTemplate = () => <p>{count}</p>`
    const countFor = async (owner: string) => {
      const [answer] = await own.render('p', { templateTsx: counting, themeTsx: null }, [input], { owner })
      return 'email' in answer! ? /<p>(\d+)<\/p>/.exec(answer.email.html)?.[1] : answer!.error
    }
    expect([await countFor('a'), await countFor('a'), await countFor('b'), await countFor('a')]).toEqual([
      '1',
      '2',
      '1',
      '1',
    ])
    await own.close()
  })
})

test('returns a result for every input of a batch, in order', async () => {
  const source = `export const variablesSchema = (value) => value
    export function EmailTemplate({ variables }) {
      if (variables.n === 1) throw new Error('not you')
      return <p>{variables.n}</p>
    }`
  const inputs = [0, 1, 2].map((n) => ({ ...input, variables: { n } }))
  const answers = await renderer.render('p', { templateTsx: source, themeTsx: null }, inputs)
  expect(answers[0]).toMatchObject({ email: { html: expect.stringContaining('<p>0</p>') } })
  expect(answers[1]).toEqual({ error: 'not you (line 3 of the template)' })
  expect(answers[2]).toMatchObject({ email: { html: expect.stringContaining('<p>2</p>') } })
})
