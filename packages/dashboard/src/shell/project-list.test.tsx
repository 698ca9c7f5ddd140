import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ProjectList from './project-list.tsx'

const production = { id: 'p1', display_name: 'Shop', environment: 'production', environment_group_id: 'g' } as const
const staging = { ...production, id: 'p2', environment: 'staging' } as const

// jsdom does no layout.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
Element.prototype.scrollIntoView ??= () => {}

test('lists environments under one name and opens the same page', async () => {
  const { urlOf } = await openPage({
    route: 'users/$userId',
    url: 'users/ada',
    Page: () => <ProjectList currentId="p1" onDone={() => {}} />,
    project: production as never,
    answers: { 'GET /internal/projects': () => ({ items: [production, staging, { id: 'p3', display_name: 'Blog' }] }) },
  })
  const group = await screen.findByRole('group', { name: 'Shop' })
  expect(
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Staging', 'Productioncurrent'])
  await userEvent.setup().click(within(group).getByText('Staging'))
  expect(urlOf()).toBe('/projects/p2')
})
