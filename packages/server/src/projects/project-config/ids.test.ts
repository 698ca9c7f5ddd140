import { expect, test } from 'vitest'
import { lowerCaseIds } from './ids.ts'

const id = '3F0C8A52-9F3D-4A1E-8B57-2D6C1E90AB34'
const lower = id.toLowerCase()

test('ids of themes and templates are kept in lower case, wherever in the override they stand', () => {
  expect(
    lowerCaseIds({
      [`emails.themes.${id}.tsxSource`]: 'Source',
      [`emails.templates.${id}`]: { displayName: 'Name', themeId: id },
      'emails.selectedThemeId': id,
    }),
  ).toEqual({
    [`emails.themes.${lower}.tsxSource`]: 'Source',
    [`emails.templates.${lower}`]: { displayName: 'Name', themeId: lower },
    'emails.selectedThemeId': lower,
  })
  expect(lowerCaseIds({ emails: { themes: { [id]: null }, templates: { [id]: { themeId: false } } } })).toEqual({
    emails: { themes: { [lower]: null }, templates: { [lower]: { themeId: false } } },
  })
})

test('nothing else is touched', () => {
  const override = {
    'emails.server': { host: 'MAIL.example.com', password: 'ABC' },
    'payments.items.Seats': { displayName: 'Seats' },
    'domains.trustedDomains': { Main: { baseUrl: 'https://EXAMPLE.com', handlerPath: '/Handler' } },
    'auth.oauth.providers': null,
    'payments.offers.Pro': { freeTrial: [1, 'day'] },
  }
  expect(lowerCaseIds(override)).toEqual(override)
})
