import { emailModules } from '@latchkey/contract/email-modules'
import * as components from '@react-email/components'
import { expect, test } from 'vitest'

test('the list of components is complete', () => {
  const names = Object.keys(components).filter((name) => /^[A-Z]/.test(name))
  expect(emailModules['@react-email/components']).toEqual(names.sort())
})
