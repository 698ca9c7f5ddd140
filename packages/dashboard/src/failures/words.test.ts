import { type RouteDefinition, routes, type TraceStep } from '@latchkey/contract'
import { expect, test } from 'vitest'
import { findProblem, toQuery } from './query.ts'
import { reasonOf, sayDuration, storyOf, type Trace } from './words.ts'

const at = Date.UTC(2026, 10, 18, 12)
const code = { step: 'code', kind: 'sign-in', used_from: null, used_at_millis: null, tries: 1 } as const
const sent = { created_at_millis: at - 60_000, expires_at_millis: at + 540_000 }
const attempt = (number: number, status: number | null, reason: string | null = null) =>
  ({ step: 'webhook-attempt', number, attempted_at_millis: at, response_status: status, reason }) as const

function traceOf(changes: Partial<Trace> & { steps?: TraceStep[] }): Trace {
  return {
    id: 't1',
    kind: 'sign-in',
    code: 'REFUSED',
    status: 400,
    route: 'POST /auth/password/sign-in',
    event_type: null,
    happened_at_millis: at,
    last_at_millis: at,
    count: 1,
    user_id: null,
    typed_unknown_address: false,
    ip_address: null,
    user_agent: null,
    references: [],
    email_id: null,
    endpoint_id: null,
    event_id: null,
    steps: [],
    ...changes,
  }
}

test.each<[sentence: string, changes: Partial<Trace>]>([
  [
    'The callback https://app.example.com/handler is not trusted.',
    { steps: [{ step: 'untrusted-url', url: 'https://app.example.com/handler' }] },
  ],
  ['No account signs in with this email address.', { steps: [{ step: 'password', problem: 'no-account' }] }],
  ['The account has no password.', { steps: [{ step: 'password', problem: 'no-password' }] }],
  ['The password was wrong.', { steps: [{ step: 'password', problem: 'wrong-password' }] }],
  [
    'The sign-in code was used 40 s earlier from the same IP address.',
    {
      code: 'VERIFICATION_CODE_ALREADY_USED',
      steps: [{ ...code, ...sent, used_at_millis: at - 40_000, used_from: 'same-address' }],
    },
  ],
  [
    'The reset link was used 3 min earlier from another IP address.',
    {
      code: 'VERIFICATION_CODE_ALREADY_USED',
      steps: [{ ...code, ...sent, kind: 'password-reset', used_at_millis: at - 180_000, used_from: 'another-address' }],
    },
  ],
  [
    'The sign-in code had expired 5 min earlier.',
    {
      code: 'VERIFICATION_CODE_EXPIRED',
      steps: [{ ...code, created_at_millis: at - 900_000, expires_at_millis: at - 300_000 }],
    },
  ],
  [
    'The sign-in code was tried 21 times.',
    { code: 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED', steps: [{ ...code, ...sent, tries: 21 }] },
  ],
  [
    'There is no such sign-in code, or no longer.',
    {
      code: 'VERIFICATION_CODE_NOT_FOUND',
      steps: [{ ...code, created_at_millis: null, expires_at_millis: null, tries: null }],
    },
  ],
  [
    'The person canceled at Google, or Google denied access.',
    { kind: 'oauth', steps: [{ step: 'provider-refused', provider: 'google', reason: 'access-denied' }] },
  ],
  [
    'GitHub did not accept the client ID or client secret of this project.',
    { kind: 'oauth', steps: [{ step: 'provider-refused', provider: 'github', reason: 'bad-client-credentials' }] },
  ],
  [
    'The identity provider of a company could not be reached.',
    {
      kind: 'oauth',
      steps: [
        { step: 'provider-refused', provider: 'sso_5a4f7c0e-3f52-4c5e-8a53-1c8f5f0f6f3e', reason: 'unreachable' },
      ],
    },
  ],
  [
    'There were too many attempts (limit passwordByAddress).',
    { steps: [{ step: 'rate-limited', limit: 'passwordByAddress' }] },
  ],
  [
    'Okta sent an invalid response.',
    {
      kind: 'oauth',
      steps: [{ step: 'connection-refused', connection_id: 'c', reason: 'Okta sent an invalid response.' }],
    },
  ],
  [
    'The card was declined for insufficient funds.',
    { kind: 'purchase', code: 'CARD_DECLINED', steps: [{ step: 'card-declined', reason: 'insufficient_funds' }] },
  ],
  [
    'The card was declined (try_again_later).',
    { kind: 'purchase', code: 'CARD_DECLINED', steps: [{ step: 'card-declined', reason: 'try_again_later' }] },
  ],
  ['This price is too low.', { kind: 'purchase', steps: [{ step: 'message', text: 'This price is too low.' }] }],
  [
    'The email server refused it: 550 No such mailbox.',
    { kind: 'email', steps: [{ step: 'email-attempt', template: 'magic_link', reason: '550 No such mailbox' }] },
  ],
  [
    'The receiver answered 500 three times.',
    { kind: 'webhook', steps: [attempt(1, 500), attempt(2, 500), attempt(3, 500)] },
  ],
  ['Sign-up is turned off.', { kind: 'sign-up', code: 'SIGN_UP_NOT_ENABLED' }],
  ['The answer was FUTURE_CODE.', { code: 'FUTURE_CODE' }],
])('%s', (sentence, changes) => {
  expect(reasonOf(traceOf(changes))).toBe(sentence)
  expect(storyOf(traceOf(changes))).toEqual([sentence])
})

test('why a card was declined says more than what the person was told', () => {
  const message = { step: 'message', text: 'Stripe rejected this request.' } as const
  const trace = traceOf({ kind: 'purchase', steps: [{ step: 'card-declined', reason: 'expired_card' }, message] })
  expect(reasonOf(trace)).toBe('The card has expired.')
  expect(storyOf(trace)).toEqual(['The card has expired.', 'Stripe rejected this request.'])
})

test('a story is told in order, and equal attempts in one sentence', () => {
  const steps = [attempt(1, null, 'connect ECONNREFUSED'), attempt(2, 500), attempt(3, 500)]
  expect(storyOf(traceOf({ kind: 'webhook', steps }))).toEqual([
    'The receiver could not be reached once: connect ECONNREFUSED.',
    'The receiver answered 500 twice.',
  ])
  const began = { step: 'provider-began', provider: 'google', began_at_millis: at - 30_000 } as const
  const url = { step: 'untrusted-url', url: 'https://app.example.com/' } as const
  expect(storyOf(traceOf({ kind: 'oauth', steps: [began, url] }))).toEqual([
    'The browser was sent to Google 30 s earlier.',
    'The callback https://app.example.com/ is not trusted.',
  ])
})

test('a code that was right says so before the reason', () => {
  const steps = [{ ...code, ...sent, kind: 'password-reset' }]
  expect(storyOf(traceOf({ code: 'PASSWORD_TOO_SHORT', steps }))).toEqual([
    'The reset link was created 60 s earlier.',
    'The password was too short.',
  ])
})

test('durations are short', () => {
  expect([40_000, 600_000, 7_200_000, 259_200_000].map(sayDuration)).toEqual(['40 s', '10 min', '2 hours', '3 days'])
})

test('what is looked for is an address or a reference, and nothing the server would refuse', () => {
  const read = (find: string) => toQuery({ find }, 0, 50)
  expect(read(' ada@example.com ')).toMatchObject({ address: 'ada@example.com' })
  expect(read('1a2b-3c4d-5e6f')).toMatchObject({ reference: '1a2b-3c4d-5e6f' })
  expect(['', 'ada@example.com', '1A2B 3c4d 5e6f', '1a2b3c4d5e6f'].map(findProblem)).toEqual(Array(4).fill(undefined))
  expect(['ada', 'ada@', '1a2b', 'not-a-reference'].every((text) => findProblem(text))).toBe(true)
})

test('every error that a route declares for what it traces has a sentence', () => {
  const traced = Object.values<RouteDefinition>(routes).filter(({ trace }) => trace)
  const codes = new Set(traced.flatMap(({ errors }) => errors as readonly string[]))
  // With these, a sign-in goes on.
  const goesOn = ['MULTI_FACTOR_AUTHENTICATION_REQUIRED', 'STEP_UP_REQUIRED', 'ACCESS_TOKEN_EXPIRED']
  for (const code of goesOn) codes.delete(code)
  expect([...codes].filter((code) => reasonOf(traceOf({ code })).startsWith('The answer was'))).toEqual([])
})
