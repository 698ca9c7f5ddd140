import { type RouteDefinition, routes, schemaFor } from '@latchkey/contract'
import { expect, test } from 'vitest'
import { findConfigMistake } from '../projects/project-config/validate.ts'
import { fieldPaths, withValueAt } from '../testing/hostile-requests.ts'
import { validatePart } from './validate.ts'

const length = 50_000

/** Texts over which a careless regular expression takes minutes. A test that takes longer than its limit has failed. */
const longTexts = [
  ...['@', 'a', 'A', '.', '-', '*', '/', ':', ' ', '%', '$', '=', '\\', '\n', '0', 'é'],
  ...['a@', '@.', 'a.', '.-', '*-', '*.', '-a', 'a:', '//', 'x=&'],
].map((piece) => piece.repeat(Math.ceil(length / piece.length)))
const startedTexts = ['a@', 'https://', 'http://*', 'data:image/png;base64,', '$2b$10$', 'pck_'].flatMap((start) =>
  longTexts.map((text) => start + text),
)

const routeNames = Object.keys(routes) as (keyof typeof routes)[]

test.each(routeNames)('no field of %s takes long over tens of thousands of characters', (route) => {
  const definition: RouteDefinition = routes[route]
  for (const part of ['params', 'query', 'body'] as const) {
    for (const path of fieldPaths(definition[part])) {
      const schema = schemaFor(definition[part], 'server')!
      for (const text of [...longTexts, ...startedTexts]) validatePart(part, schema, withValueAt({}, path, text))
    }
  }
})

test('no setting takes long over tens of thousands of characters', () => {
  for (const text of [...longTexts, ...startedTexts]) {
    for (const path of [
      'domains.trustedDomains.a.baseUrl',
      'domains.trustedDomains.a.handlerPath',
      'emails.server.senderEmail',
      'payments.offers.a.prices.b.USD',
      'auth.oauth.providers.a.clientId',
    ]) {
      findConfigMistake({ [path]: text })
    }
    for (const place of ['payments.items', 'rbac.permissions', 'emails.themes']) {
      findConfigMistake({ [place]: { [text]: {} } })
    }
    expect(findConfigMistake({ [text]: true })).toBeTypeOf('string')
  }
})
