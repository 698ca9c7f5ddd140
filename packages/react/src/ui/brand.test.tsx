import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { MessageCard } from './message-card.tsx'

const brand = async (project: Record<string, unknown>) => {
  const { container } = renderApp(<MessageCard title="Hello" />, { project })
  await screen.findByRole('heading', { name: 'Hello' })
  await expect.poll(() => container.querySelector('p.lk-brand')).toBeTruthy()
  return container.querySelector('.lk-brand')!
}
const images = (element: Element) => [...element.querySelectorAll('img')].map((image) => [image.src, image.alt])

test('a project without a logo shows its first letter and its name', async () => {
  expect((await brand({})).textContent).toBe('FFieldnotes')
})

test('a logo is shown beside the name, one for each color mode', async () => {
  const logos = { logo_url: 'https://a.test/light.png', logo_dark_mode_url: 'https://a.test/dark.png' }
  const found = await brand(logos)
  expect(images(found)).toEqual([
    ['https://a.test/light.png', ''],
    ['https://a.test/dark.png', ''],
  ])
  expect(found.textContent).toBe('Fieldnotes')
})

test('a full logo includes the name, and a broken one falls back to the name', async () => {
  const found = await brand({ full_logo_url: 'https://a.test/full.png', logo_url: 'https://a.test/mark.png' })
  expect(images(found)).toEqual([['https://a.test/full.png', 'Fieldnotes']])
  expect(found.textContent).toBe('')
  fireEvent.error(screen.getByRole('img', { name: 'Fieldnotes' }))
  expect(images(found)).toEqual([['https://a.test/mark.png', '']])
  expect(found.textContent).toBe('Fieldnotes')
})

test('screens have the colors and the mode of the project', async () => {
  const branding = { mode: 'dark', radius: 4, light: { primary: '#111111' }, dark: { primary: '#ffe600' } }
  const scope = (await brand({ branding })).closest<HTMLElement>('.latchkey-scope')!
  await expect.poll(() => scope.dataset.latchkeyTheme).toBe('dark')
  expect(scope.style.getPropertyValue('--lk-brand-primary')).toBe('#ffe600')
  expect(scope.style.getPropertyValue('--lk-brand-radius')).toBe('4')
})

test('without a mode of the project, the colors follow the page', async () => {
  const scope = (await brand({ branding: { light: { primary: '#111111' } } })).closest<HTMLElement>('.latchkey-scope')!
  await expect.poll(() => scope.style.getPropertyValue('--lk-brand-primary')).toBe('#111111')
  expect(scope.dataset.latchkeyTheme).toBe('light')
})
