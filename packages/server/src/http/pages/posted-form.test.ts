import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { renderPostedForm } from './posted-form.ts'

test('a posted form carries its fields and its URL as they are, and nothing of them is markup', () => {
  const page = String(
    renderPostedForm({
      url: 'https://idp.example.com/sso?a="><script>&b=2',
      fields: { SAMLRequest: 'PHg+/+8=', RelayState: '"><script>alert(1)</script>' },
      texts: { locale: 'ar', title: '<Weiter>', button: 'Weiter' },
    }),
  )
  const elements: { nodeName: string; attrs: Record<string, string> }[] = []
  const visit = (node: { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: unknown[] }) => {
    elements.push({
      nodeName: node.nodeName,
      attrs: Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value])),
    })
    for (const child of node.childNodes ?? []) visit(child as typeof node)
  }
  visit(parse(page, { scriptingEnabled: false }) as never)
  const named = (name: string) => elements.filter(({ nodeName }) => nodeName === name).map(({ attrs }) => attrs)
  expect(named('form')).toEqual([{ method: 'post', action: 'https://idp.example.com/sso?a="><script>&b=2' }])
  expect(named('input')).toEqual([
    { type: 'hidden', name: 'SAMLRequest', value: 'PHg+/+8=' },
    { type: 'hidden', name: 'RelayState', value: '"><script>alert(1)</script>' },
  ])
  expect(named('script')).toEqual([{ type: 'module', src: expect.stringContaining('/assets/posted-form.') }])
  expect(named('html')).toEqual([{ lang: 'ar', dir: 'rtl' }])
})
