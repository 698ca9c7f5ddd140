import type { TraceStep } from '@latchkey/contract'
import type { Reply } from '../data/call.ts'
import { providerNameOf } from '../data/provider-names.ts'

export type Trace = Reply<'GET /internal/traces'>['items'][number]

export const kindNames: Record<Trace['kind'], string> = {
  'sign-in': 'Sign-in',
  'sign-up': 'Sign-up',
  oauth: 'Provider sign-in',
  email: 'Email',
  webhook: 'Webhook',
  purchase: 'Purchase',
}

/** The reason in one sentence: the step that says most, or what the error code means. */
export function reasonOf(trace: Trace): string {
  const telling = trace.steps.filter(({ step }) => step !== 'provider-began' && step !== 'code')
  // A message is what the person was told, which may be less.
  const told = telling.filter(({ step }) => step !== 'message').at(-1) ?? telling.at(-1)
  if (told) return sentencesOf({ ...trace, steps: trace.kind === 'webhook' ? trace.steps : [told] }).at(-1)!
  const code = trace.steps.find(({ step }) => step === 'code')
  if (code && codeReasons.has(trace.code)) return sayStep(code, trace)
  return meanings[trace.code] ?? `The answer was ${trace.code}.`
}

/** The codes that are about a code that somebody has used. */
const codeReasons = new Set([
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
  'INVALID_AUTHORIZATION_CODE',
])

/** The whole story, in order. */
export function storyOf(trace: Trace): string[] {
  const sentences = sentencesOf(trace)
  const reason = reasonOf(trace)
  return sentences.includes(reason) ? sentences : [...sentences, reason]
}

function sentencesOf(trace: Trace): string[] {
  const sentences: string[] = []
  for (let index = 0; index < trace.steps.length; index++) {
    const step = trace.steps[index]!
    if (step.step !== 'webhook-attempt') {
      sentences.push(sayStep(step, trace))
      continue
    }
    const same = trace.steps.slice(index).findIndex((next) => !isSameAnswer(step, next))
    const count = same === -1 ? trace.steps.length - index : same
    sentences.push(sayAttempts(step, count))
    index += count - 1
  }
  return sentences
}

type Attempt = Extract<TraceStep, { step: 'webhook-attempt' }>

const isSameAnswer = (one: Attempt, other: TraceStep) =>
  other.step === 'webhook-attempt' && other.response_status === one.response_status && other.reason === one.reason

const times = ['', 'once', 'twice', 'three times', 'four times', 'five times']

function sayAttempts({ response_status: status, reason }: Attempt, count: number): string {
  const often = times[count] ?? `${count} times`
  if (status !== null) return `The receiver answered ${status} ${often}.`
  return `The receiver could not be reached ${often}${reason ? `: ${withoutDot(reason)}` : ''}.`
}

const withoutDot = (text: string) => text.replace(/\.$/, '')

/** The provider of a company has no name here. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Every step has its sentence. */
function sayStep(step: TraceStep, trace: Trace): string {
  switch (step.step) {
    case 'untrusted-url':
      return `The callback ${step.url} is not trusted.`
    case 'password':
      return passwords[step.problem]
    case 'code':
      return sayCode(step, trace)
    case 'provider-began': {
      const millis = trace.happened_at_millis - step.began_at_millis
      return `The browser was sent to ${providerNameOf(step.provider)} ${sayDuration(millis)} earlier.`
    }
    case 'provider-refused':
      return capital(refusals[step.reason](providerNameOf(step.provider)))
    case 'connection-refused':
      return step.reason
    case 'other-browser':
      return `The browser that came back from ${providerNameOf(step.provider)} did not have the cookie of the one that was sent there.`
    case 'card-declined':
      return declines[step.reason] ?? `The card was declined (${step.reason}).`
    case 'rate-limited':
      return `There were too many attempts (limit ${step.limit}).`
    case 'invalid-request':
      return `The request was not valid in ${step.fields.join(', ')}. The answer to the app says what was wrong.`
    case 'message':
      return step.text
    case 'email-attempt':
      return step.reason
        ? `The email server refused it: ${withoutDot(step.reason)}.`
        : 'The email server did not accept it.'
    case 'webhook-attempt':
      return sayAttempts(step, 1)
  }
}

/** What banks say most, by the decline codes of Stripe. */
const declines: Readonly<Record<string, string>> = {
  authentication_required: 'The bank asked the customer to confirm the payment, which did not happen.',
  card_not_supported: 'The card does not support this kind of purchase.',
  currency_not_supported: 'The card does not support the currency.',
  do_not_honor: 'The bank declined the card and gave no reason.',
  expired_card: 'The card has expired.',
  fraudulent: 'The payment was declined because Stripe takes it for fraud.',
  generic_decline: 'The bank declined the card and gave no reason.',
  incorrect_cvc: 'The security code of the card was wrong.',
  incorrect_number: 'The number of the card was wrong.',
  insufficient_funds: 'The card was declined for insufficient funds.',
  lost_card: 'The card was declined because it is reported lost.',
  payment_intent_authentication_failure: 'The customer did not pass the check of the bank.',
  processing_error: 'The bank could not process the card. Another try may succeed.',
  stolen_card: 'The card was declined because it is reported stolen.',
  unknown: 'The card was declined.',
}

const passwords = {
  'no-account': 'No account signs in with this email address.',
  'no-password': 'The account has no password.',
  'wrong-password': 'The password was wrong.',
}

type Refusal = Extract<TraceStep, { step: 'provider-refused' }>['reason']

const refusals: Record<Refusal, (name: string) => string> = {
  'access-denied': (name) => `The person canceled at ${name}, or ${name} denied access.`,
  'bad-grant': (name) => `${name} did not accept its own code: it came too late, or twice.`,
  'bad-client-credentials': (name) => `${name} did not accept the client ID or client secret of this project.`,
  'scope-refused': (name) => `${name} does not grant a scope that this project asks for.`,
  'email-permission-missing': (name) => `${name} does not let this project read email addresses.`,
  unreachable: (name) => `${name} could not be reached.`,
  'invalid-answer': (name) => `${name} sent an answer that is not valid.`,
}

type Code = Extract<TraceStep, { step: 'code' }>

const codeNames: Record<string, string> = {
  'sign-in': 'sign-in code',
  'password-reset': 'reset link',
  'email-verification': 'verification link',
  'mfa-attempt': 'sign-in that waited for a second factor',
  'passkey-authentication': 'passkey challenge',
  'passkey-second-factor': 'passkey challenge of the second step',
  impersonation: 'link to sign in as the user',
  purchase: 'purchase link',
  oauth: 'code of the sign-in',
}

function sayCode(code: Code, { code: error, last_at_millis: at }: Trace): string {
  const name = codeNames[code.kind] ?? 'code'
  if (code.used_at_millis !== null) {
    const from =
      code.used_from === null ? '' : ` from ${code.used_from === 'same-address' ? 'the same' : 'another'} IP address`
    return `The ${name} was used ${sayDuration(at - code.used_at_millis)} earlier${from}.`
  }
  if (code.created_at_millis === null) return `There is no such ${name}, or no longer.`
  if (code.expires_at_millis !== null && code.expires_at_millis <= at) {
    return `The ${name} had expired ${sayDuration(at - code.expires_at_millis)} earlier.`
  }
  if (error === 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED') return `The ${name} was tried ${code.tries} times.`
  if (error === 'INVALID_AUTHORIZATION_CODE') return `The ${name} was right, but its verifier was not.`
  return `The ${name} was created ${sayDuration(at - code.created_at_millis)} earlier.`
}

/** "40 s", "3 min", "2 hours". */
export function sayDuration(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} hours` : `${Math.round(seconds / 86_400)} days`
}

/** What error codes mean that say everything by themselves. */
const meanings: Readonly<Record<string, string>> = {
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'Anonymous accounts are turned off.',
  CARD_DECLINED: 'The card was declined.',
  CLIENT_AUTHENTICATION_REQUIRED: 'The app sent no publishable key.',
  CONNECTION_REQUIRED: 'A team of the user requires its own connection.',
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: 'Another account signs in with this email address.',
  CUSTOMER_DOES_NOT_EXIST: 'There is no such customer.',
  EMAIL_ALREADY_VERIFIED: 'The email address had been verified before.',
  EMAIL_NOT_SENT: 'The email was not sent.',
  EMAIL_PASSWORD_MISMATCH: 'The email address or password was wrong.',
  INTERNAL_ERROR: 'The server failed. Its log has the reason, under the ID of the request.',
  INVALID_AUTHORIZATION_CODE: 'The code of the sign-in was not valid.',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: 'The app sent a wrong project ID or publishable key.',
  INVALID_PUBLISHABLE_CLIENT_KEY: 'The app sent a publishable key that is not valid.',
  INVALID_RECOVERY_CODE: 'The recovery code was wrong, or had been used.',
  INVALID_REQUEST: 'The request lacked a parameter, or had one in the wrong form.',
  INVALID_TOTP_CODE: 'The code of the authenticator app was wrong, or had been used.',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'The account at the provider belongs to another user.',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: 'Extra scopes need client credentials of your own.',
  OAUTH_PROVIDER_ACCESS_DENIED: 'The person canceled at the provider, or it denied access.',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'This provider is turned off, or has no client credentials.',
  OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH: 'The offer is for another type of customer.',
  OFFER_DOES_NOT_EXIST: 'There is no such offer, or only servers may sell it.',
  OUTER_OAUTH_TIMEOUT: 'The browser came back from the provider too late.',
  PASSKEY_AUTHENTICATION_FAILED: 'The passkey was not accepted.',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'Passkey sign-in is turned off.',
  PASSWORD_AUTHENTICATION_NOT_ENABLED: 'Password sign-in is turned off.',
  PASSWORD_CONFIRMATION_MISMATCH: 'The current password was wrong.',
  PASSWORD_REQUIREMENTS_NOT_MET: 'The password was too easy to guess.',
  PASSWORD_TOO_LONG: 'The password was too long.',
  PASSWORD_TOO_SHORT: 'The password was too short.',
  REDIRECT_URL_NOT_WHITELISTED: 'The callback is not trusted.',
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'The session had ended.',
  SESSION_KEY_REQUIRED: 'The app is too old for sessions that cannot be copied, which this project requires.',
  SESSION_PROOF_OUTDATED: 'The proof that the session belongs to this browser was too old.',
  SIGN_UP_NOT_ENABLED: 'Sign-up is turned off.',
  STRIPE_ACCOUNT_INFO_NOT_FOUND: 'Payments are not set up.',
  TEAM_NOT_FOUND: 'There is no such team.',
  UNPARSABLE_ACCESS_TOKEN: 'The access token is not valid.',
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'The user has connected another account of this provider.',
  USER_EMAIL_ALREADY_EXISTS: 'Another account has this email address.',
  USER_IS_RESTRICTED: 'The user is restricted.',
  USER_NOT_FOUND: 'There is no such user.',
  VERIFICATION_CODE_ALREADY_USED: 'The code had been used.',
  VERIFICATION_CODE_EXPIRED: 'The code had expired.',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'The code was tried too often.',
  VERIFICATION_CODE_NOT_FOUND: 'There is no such code, or no longer.',
  WEBHOOK_FAILED: 'The webhook was not delivered.',
  WEBHOOK_FAILING: 'The webhook has not been delivered yet.',
}
