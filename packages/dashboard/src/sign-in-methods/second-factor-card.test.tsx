import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

beforeEach(() => {
  // jsdom does not open dialogs.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
})

const open = (config: object) =>
  openPage({
    route: 'sign-in-methods',
    Page: SecondFactorCard,
    project: { config, revision: 3 } as never,
    answers: {
      'GET /internal/second-factor': () => ({ counted_users: 1_200, users_without: 1_150, has_more: false }),
      'PATCH /internal/projects/current': () => ({ revision: 4 }),
    },
  })

const bodyOf = (request = '') => JSON.parse(request.slice(request.indexOf('{')))

test('says whom it concerns before a second factor is required, and from when', async () => {
  const { requests } = await open({ second_factor: 'optional', second_factor_required_from_millis: null })
  await userEvent.click(await screen.findByRole('radio', { name: /^Required/ }))
  expect(await screen.findByText('1,150 of 1,200 users have none.')).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('From'), 'In 7 days')
  await userEvent.click(screen.getByRole('button', { name: 'Require it' }))
  await waitFor(() => expect(requests.filter((request) => request.startsWith('PATCH'))).toHaveLength(1))
  const { config } = bodyOf(requests.find((request) => request.startsWith('PATCH')))
  expect(config.second_factor).toBe('required')
  expect(Math.round((config.second_factor_required_from_millis - Date.now()) / 86_400_000)).toBe(7)
})

test('says from when on it is required, and makes it optional again', async () => {
  const { requests } = await open({ second_factor: 'required', second_factor_required_from_millis: 4_000_000_000_000 })
  expect(await screen.findByRole('radio', { name: /^Required from .*2096.* on/ })).toHaveProperty('checked', true)
  await userEvent.click(screen.getByRole('radio', { name: /^Optional/ }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(bodyOf(requests[0])).toEqual({
    config: { second_factor: 'optional', second_factor_required_from_millis: null },
  })
})

test('no longer lets users trust devices', async () => {
  const { requests } = await open({ second_factor: 'optional', trusted_devices_allowed: true })
  await userEvent.click(await screen.findByRole('switch', { name: /^Let users trust a device/ }))
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(bodyOf(requests[0])).toEqual({ config: { trusted_devices_allowed: false } })
})
