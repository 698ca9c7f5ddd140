import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import ServerPage from './server-page.tsx'

test.each([
  [true, 'For development. Emails come from this server’s address.'],
  [false, 'For development. Emails come from this server’s address. It only sends built-in texts.'],
])('tells whether the shared server sends own texts: %s', async (allows_own_text, hint) => {
  await openPage({
    route: 'emails/server',
    Page: ServerPage,
    project: { owner_role: 'owner', config: { email_config: { type: 'shared' }, marketing_opt_in: false } as never },
    answers: { 'GET /internal/email-templates': () => ({ templates: [], revision: 1, allows_own_text }) },
  })
  await screen.findByText(hint)
})

test('saves opt-in for marketing emails without touching the email server', async () => {
  const saves: unknown[] = []
  await openPage({
    route: 'emails/server',
    Page: ServerPage,
    project: { owner_role: 'owner', config: { email_config: { type: 'shared' }, marketing_opt_in: false } as never },
    answers: {
      'PATCH /internal/config/override': ({ body }) => {
        saves.push(JSON.parse(body.config_override_string as string))
        return {}
      },
    },
  })
  const optIn = await screen.findByRole('switch', { name: 'Only send to users who opted in' })
  expect(optIn.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(optIn)
  await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(saves).toEqual([{ 'emails.isMarketingOptIn': true }]))
})
