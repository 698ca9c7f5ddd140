import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import DraftPage from './draft-page.tsx'

const draft = { id: 'd1', display_name: 'Spring news', tsx_source: '', sent_at_millis: null }

const ada = { id: 'u1', display_name: 'Ada', primary_email: 'ada@example.com', profile_image_url: null }

async function openDraft(recipients: number, answers: Parameters<typeof openPage>[0]['answers'] = {}) {
  const tests: unknown[] = []
  const { requests } = await openPage({
    route: 'emails/drafts/$draftId',
    url: 'emails/drafts/d1',
    Page: DraftPage,
    project: { owner_role: 'owner', config: { email_theme: 'light', oauth_providers: [] } as never },
    answers: {
      'GET /internal/email-drafts': () => ({ drafts: [draft], revision: 4, allows_own_text: true }),
      'GET /internal/email-templates': () => ({ templates: [], revision: 4, allows_own_text: true }),
      'GET /internal/email-themes': () => ({ themes: [{ id: 'light', display_name: 'Light' }] }),
      'GET /internal/email-sends': () => ({ items: [], pagination: { next_cursor: null } }),
      'GET /internal/email-audience': () => ({ reachable_count: recipients, user_count: recipients + 2 }),
      'POST /emails/render-email': ({ body }) => ({
        html: '<p>Rendered</p>',
        subject: (body as { user_id?: string }).user_id === 'u1' ? 'News for Ada' : 'News for John Doe',
      }),
      'GET /internal/users': ({ query: { query } }) => ({
        items: query === 'nobody' ? [] : [ada],
        pagination: { next_cursor: null },
      }),
      'POST /emails/send-email': () => ({ results: [] }),
      'POST /internal/email-sends': () => ({ reachable_count: recipients, user_count: recipients }),
      'POST /internal/send-email-preview': ({ body }) => {
        tests.push(body)
        return { success: true }
      },
      ...answers,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Send “Spring news”' }))
  await userEvent.click(dialog.getByLabelText(/All users/))
  const sends = () => requests.filter((request) => request.startsWith('POST /emails/send-email'))
  return { dialog, sends, requests, tests, button: dialog.getByRole<HTMLButtonElement>('button', { name: 'Send now' }) }
}

test('sending to more than a hundred users needs the name of the email', async () => {
  const { dialog, button, sends } = await openDraft(101)
  await dialog.findByText('101 recipients; 2 without an email address')
  expect(button.disabled).toBe(true)
  await userEvent.type(dialog.getByLabelText('Type “Spring news” to confirm'), 'Spring news')
  await userEvent.click(button)
  await screen.findByText('The email is being sent.')
  expect(sends()).toEqual(['POST /emails/send-email {"draft_id":"d1","all_users":true}'])
})

test('sending to a hundred users needs no confirmation', async () => {
  const { dialog, button } = await openDraft(100)
  await dialog.findByText('100 recipients; 2 without an email address')
  expect(dialog.queryByLabelText(/to confirm/)).toBeNull()
  expect(button.disabled).toBe(false)
})

test('sends to the users who match filters, after telling how many those are', async () => {
  const { dialog, button, requests } = await openDraft(7)
  await userEvent.click(dialog.getByLabelText(/match filters/))
  await userEvent.click(dialog.getByRole('button', { name: 'Filter' }))
  await userEvent.selectOptions(await screen.findByLabelText('Email address'), 'Verified')
  await dialog.findByText('7 recipients; 2 without an email address')
  expect(requests).toContain('GET /internal/email-audience?primary_email_verified=true')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(button)
  await screen.findByText('The email is being sent.')
  expect(requests).toContain('POST /internal/email-sends {"filter":{"primary_email_verified":"true"},"draft_id":"d1"}')
})

test('stays open with the last count while the next one is loading', async () => {
  let answer = () => {}
  const { dialog, button } = await openDraft(7, {
    'GET /internal/email-audience': async ({ query }) => {
      if (!query.primary_email_verified) return { reachable_count: 7, user_count: 7 }
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return { reachable_count: 3, user_count: 3 }
    },
  })
  const before = await dialog.findByText('7 recipients')
  await userEvent.click(dialog.getByLabelText(/match filters/))
  await userEvent.click(dialog.getByRole('button', { name: 'Filter' }))
  await userEvent.selectOptions(await screen.findByLabelText('Email address'), 'Verified')
  await waitFor(() => expect(before.getAttribute('aria-busy')).toBe('true'))
  // Hidden elements have no role.
  expect(screen.getByRole('dialog', { name: 'Send “Spring news”' })).toBeTruthy()
  expect(before.textContent).toBe('7 recipients')
  expect(button.disabled).toBe(true)
  await waitFor(() => {
    answer()
    expect(before.textContent).toBe('3 recipients')
  })
  expect(button.disabled).toBe(false)
})

test('sends nothing to users who could not be counted', async () => {
  const { dialog, button } = await openDraft(7, {
    'GET /internal/email-audience': () => new Response('Not now', { status: 400 }),
  })
  await dialog.findByText('The recipients could not be counted. Try again later.')
  expect(button.disabled).toBe(true)
})

test('sends a test before the email is sent', async () => {
  const { dialog, tests, sends } = await openDraft(7)
  await userEvent.click(dialog.getByRole('button', { name: 'Send a test to me' }))
  expect(await screen.findByText('A test was sent to owner@example.com.')).toBeTruthy()
  expect(tests).toMatchObject([{ recipient_email: 'owner@example.com', template_tsx_source: '' }])
  expect(sends()).toEqual([])
})

test('shows the email as one of the recipients who match the filters gets it', async () => {
  const { dialog, requests } = await openDraft(7)
  await userEvent.click(dialog.getByLabelText(/match filters/))
  await userEvent.click(dialog.getByRole('button', { name: 'Filter' }))
  await userEvent.selectOptions(await screen.findByLabelText('Email address'), 'Verified')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog.getByRole('button', { name: 'Preview as a recipient' }))
  await userEvent.type(dialog.getByLabelText('Preview as'), 'ad')
  await userEvent.click(await dialog.findByRole('radio', { name: /Ada/ }))
  await dialog.findByText('News for Ada')
  const searches = () => requests.filter((request) => request.startsWith('GET /internal/users'))
  await waitFor(() => expect(searches().at(-1)).toContain('query=ad'))
  expect(searches().every((request) => request.includes('primary_email_verified=true'))).toBe(true)

  await userEvent.click(dialog.getByLabelText(/All users/))
  expect(dialog.queryByText('News for Ada')).toBeNull()
})
