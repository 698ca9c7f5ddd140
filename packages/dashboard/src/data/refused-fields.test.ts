import { StatusError } from '@latchkey/react'
import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'
import { findRefusedFields } from './refused-fields.ts'

const refusal = (text: string) => new StatusError(400, text)
const domain =
  '[WARNING] domains.trustedDomains.domain_988a0f.baseUrl: must be an http or https URL; * is only allowed in the host'

test('a setting that the server refuses is a sentence at its field', () => {
  expect(findRefusedFields(refusal(domain), { baseUrl: '', handlerPath: '' })).toEqual({
    baseUrl: 'This must be an http or https URL; * is only allowed in the host.',
  })
  const server = '[WARNING] emails.server.port: must be at most 65535\nemails.server.senderEmail is required.'
  expect(findRefusedFields(refusal(server), { port: '', senderEmail: '' })).toEqual({
    port: 'This must be at most 65535.',
    senderEmail: 'This field is required.',
  })
  const price = '[WARNING] payments.offers.pro.prices.monthly.USD: must be an amount such as 9.99'
  expect(findRefusedFields(refusal(price), { prices: undefined })).toEqual({
    prices: 'This must be an amount such as 9.99.',
  })
})

test('without a field, the sentence names the setting and no ID', () => {
  expect(findRefusedFields(refusal(domain), {})).toBeUndefined()
  expect(describeError(refusal(domain))).toBe('Base url must be an http or https URL; * is only allowed in the host.')
  expect(describeError(refusal('[ERROR] auth.allowSignUp must be of type boolean.'))).toBe(
    'Allow sign up must be of type boolean.',
  )
  expect(describeError(refusal('[ERROR] There is no setting "auth.magic".'))).toBe('There is no setting "auth.magic".')
  expect(describeError(refusal('[WARNING] auth.oauth.accountMergeStrategy is required.'))).toBe(
    'Account merge strategy is required.',
  )
  expect(describeError(refusal('The draft was not found.'))).toBe('The draft was not found.')
})
