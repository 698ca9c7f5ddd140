import { KnownErrors, NetworkError, StatusError } from '@latchkey/sdk'
import { expect, test } from 'vitest'
import { sourceTexts } from '../i18n/source-texts.ts'
import { describeFailure, textOfError } from './failures.tsx'

const known = new Set<string>(sourceTexts)

test('every error has a translated text', () => {
  const codes = Object.values(KnownErrors).map(({ errorCode }) => errorCode)
  expect(codes.length).toBeGreaterThan(50)
  for (const code of [...codes, 'constructor', '__proto__']) expect(known, code).toContain(textOfError(code))
})

test('an unknown error reveals nothing internal', () => {
  expect(describeFailure(new Error('SELECT * FROM users'), (text) => text)).toBe("That didn't work. Please try again.")
})

test.each([
  [new NetworkError('', {}, undefined, false), "The service can't be reached right now. Please try again."],
  [new StatusError(503, '<html>'), "The service can't be reached right now. Please try again."],
  [
    new NetworkError('', {}, undefined, true),
    'The connection was lost. Check whether this worked before you try again.',
  ],
])('reports an outage, and does not report a change as failed that may have happened', (error, text) => {
  expect(describeFailure(error, (source) => source)).toBe(text)
})
