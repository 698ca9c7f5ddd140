import { contrastOf, defaultBrandColors } from '@latchkey/contract/branding'
import { expect, test } from 'vitest'
import { deriveColors, findWarning, hasWarnings, toStored } from './look.ts'

test.each([
  '#0057b7',
  '#ffe600',
  '#ffffff',
  '#000000',
  '#777777',
  '#ff0000',
])('buttons and links that follow from %s can be read in both themes', (brand) => {
  const derived = deriveColors(brand, {})
  for (const mode of ['light', 'dark'] as const) {
    const { card } = defaultBrandColors[mode]
    expect(contrastOf(derived[mode]!.primary!, card)).toBeGreaterThanOrEqual(3)
    expect(contrastOf(derived[mode]!.links!, card)).toBeGreaterThanOrEqual(4.5)
    for (const name of ['primary', 'links'] as const) expect(findWarning(mode, name, derived[mode]!)).toBeUndefined()
  }
})

test('a brand color that can be read is used as it is, and other colors are kept', () => {
  const derived = deriveColors('#0057b7', { light: { card: '#f0f0f0' } })
  expect(derived.light).toEqual({ card: '#f0f0f0', primary: '#0057b7', links: '#0057b7' })
  expect(derived.dark!.primary).not.toBe('#0057b7')
})

test('without a brand color, buttons and links are the default again', () => {
  const branding = deriveColors('#0057b7', { dark: { card: '#111111' } })
  expect(deriveColors(undefined, branding)).toEqual({ brand: undefined, light: undefined, dark: { card: '#111111' } })
  expect(toStored({ ...branding, ...deriveColors(undefined, branding) })).toEqual({ dark: { card: '#111111' } })
  expect(toStored(deriveColors(undefined, {}))).toBeNull()
})

test('says what is hard to read, and by how much', () => {
  expect(findWarning('light', 'links', { links: '#cccccc' })).toBe(
    'Hard to read on the card: the contrast is 1.5:1 and should be at least 4.5:1.',
  )
  expect(findWarning('dark', 'primary', { primary: '#222222' })).toMatch('Buttons hardly stand out from the card')
})

test('warns about fields in which text is hard to read', () => {
  expect(findWarning('light', 'background', { background: '#222222' })).toBe(
    'Text in fields is hard to read: the contrast is 1.1:1 and should be at least 4.5:1.',
  )
  expect(findWarning('light', 'background', { background: '#222222', text: '#ffffff' })).toBeUndefined()
  expect(hasWarnings({ light: { background: '#222222' } })).toBe(true)
  expect(hasWarnings({ light: { background: '#eeeeee' } })).toBe(false)
})

test('keeps the brand color as it was chosen, besides its readable shades', () => {
  const derived = deriveColors('#ffee00', {})
  expect(derived.brand).toBe('#ffee00')
  expect(derived.light!.primary).not.toBe('#ffee00')
})
