import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import DraftsPage from './drafts-page.tsx'
import TemplatesPage from './templates-page.tsx'
import ThemesPage from './themes-page.tsx'

const pages = [
  ['Templates', TemplatesPage, 'Create template'],
  ['Themes', ThemesPage, undefined],
  ['Drafts', DraftsPage, 'Write email'],
] as const

test.each(pages)('%s: says that own texts need an own email server, before one is written', async (_, Page, create) => {
  await openPage({
    route: 'emails',
    Page,
    project: { owner_role: 'owner', config: { email_theme: 'light' } as never },
    answers: {
      'GET /internal/email-templates': () => ({ templates: [], revision: 4, allows_own_text: false }),
      'GET /internal/email-themes': () => ({ themes: [{ id: 'light', display_name: 'Light' }] }),
      'GET /internal/email-drafts': () => ({ drafts: [], revision: 4, allows_own_text: false }),
      'GET /internal/email-sends': () => ({ items: [], pagination: { next_cursor: null } }),
    },
  })
  await screen.findByText(/only sends built-in emails/)
  const buttons = create ? screen.getAllByRole<HTMLButtonElement>('button', { name: create }) : []
  await waitFor(() => expect(buttons.every(({ disabled }) => disabled)).toBe(true))
})
