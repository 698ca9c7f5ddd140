import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import OverviewPage from './overview-page.tsx'
import { parseOverviewSearch } from './search.ts'

/** Twice as many on each of the last 30 days as on each of the 30 before. */
const daily = Array.from({ length: 60 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10),
  sign_ups: index < 30 ? 1 : 2,
  sessions: 3,
  active_users: index < 30 ? 20 : 15,
}))
const overview = {
  total_users: 1342,
  daily,
  weekly: [],
  monthly: [],
  methods: [],
  countries: [],
  sign_up_methods: [
    { method: 'github', users: 40 },
    { method: 'none', users: 20 },
  ],
  failed_sign_ins: [
    { method: 'password', code: 'EMAIL_PASSWORD_MISMATCH', is_known_user: true, attempts: 10 },
    { method: 'password', code: 'EMAIL_PASSWORD_MISMATCH', is_known_user: false, attempts: 6 },
    { method: 'otp', code: 'VERIFICATION_CODE_EXPIRED', is_known_user: true, attempts: 1 },
    { method: 'otp', code: 'VERIFICATION_CODE_NOT_FOUND', is_known_user: false, attempts: 1 },
    { method: 'oauth', code: 'REFUSED', is_known_user: false, attempts: 1 },
    { method: 'password', code: 'RATE_LIMITED', is_known_user: false, attempts: 1 },
  ],
  revenue: { purchases: 4, usd_cents: 120_000, test_usd_cents: 0, previous_usd_cents: 100_000 },
  newest_users: [],
  recently_active_users: [],
  has_valid_keys: true,
  problems: { failed_emails: 0, failing_webhooks: [], expiring_keys: [] },
}

const open = (changes: object = {}) =>
  openPage({
    // The path of the overview itself.
    route: '/',
    url: '',
    Page: OverviewPage,
    validateSearch: parseOverviewSearch,
    project: { config: { domains: [] }, is_production_mode: false } as never,
    answers: { 'GET /internal/overview': () => ({ ...overview, ...changes }) },
  })

const figure = (name: string) =>
  [...screen.getByText(name, { selector: 'dt' }).parentElement!.querySelectorAll('dd')].map((each) => each.textContent)
const barsOf = (label: string) =>
  within(screen.getByLabelText(label, { selector: 'ul' }))
    .getAllByRole('listitem')
    .map((each) => each.textContent)

test('answers first how it is going, with what has changed', async () => {
  await open()
  await screen.findByText('Users', { selector: 'dt' })
  expect(figure('Users')).toEqual(['1,342', '+60 in 30 days'])
  expect(figure('Sign-ups')).toEqual(['60+100%', 'in 30 days'])
  expect(figure('Active users')).toEqual(['15−25%', 'a day on average'])
  expect(figure('New sales')).toEqual(['$1,200+20%', 'in 30 days'])
})

test('does not compare with nothing, and tells test purchases apart', async () => {
  await open({
    daily: daily.slice(30),
    revenue: { purchases: 0, usd_cents: 0, test_usd_cents: 4_900, previous_usd_cents: 0 },
  })
  await screen.findByText('Users', { selector: 'dt' })
  expect(figure('Sign-ups')).toEqual(['60', 'in 30 days'])
  expect(figure('New sales')).toEqual(['$0', '$49 in test mode'])
})

test('draws one line from day to day, dashed for today', async () => {
  await open()
  const slider = await screen.findByLabelText('active users by day')
  const [solid, dashed] = slider.querySelectorAll('.chart-line')
  expect(solid!.getAttribute('d')!.split('L')).toHaveLength(29)
  expect(dashed!.getAttribute('d')!.split('L')).toHaveLength(2)
  expect(dashed!.hasAttribute('data-unfinished')).toBe(true)
  await userEvent.selectOptions(screen.getByLabelText('Metric'), 'Sign-ups')
  expect(await screen.findByLabelText('sign-ups by day')).toBeTruthy()
})

test('tells how people signed up, and why sign-ins failed', async () => {
  await open()
  await screen.findByText('Failed sign-ins')
  expect(barsOf('Sign-ups by method')).toEqual(['GitHub4067%', 'No method yet2033%'])
  expect(barsOf('Failed sign-ins')).toEqual([
    'Wrong password1050%',
    'Unknown email address630%',
    'Wrong or expired code210%',
    'Provider sign-in failed15%',
    'Too many attempts15%',
  ])
  expect(screen.getByRole('link', { name: 'View failures' }).getAttribute('href')).toBe('/projects/p1/failures')
})

test('shows the next setup step in one line, until all are done', async () => {
  await open()
  const bar = within(await screen.findByLabelText('Get started'))
  expect(bar.getByText('2 of 4')).toBeTruthy()
  expect(bar.getByText('Add domain')).toBeTruthy()
})
