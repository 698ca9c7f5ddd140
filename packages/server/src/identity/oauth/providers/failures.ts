import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi'
import { OutboundError } from '../../../platform/outbound/client.ts'
import { ProviderError, type ProviderFailure } from './provider.ts'

/** Turns every failure of a provider request into a `ProviderError`. */
export async function namingFailures<T>(title: string, talk: () => Promise<T>): Promise<T> {
  try {
    return await talk()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw failure(findFailure(error), title, error)
  }
}

/** The reason is logged, but only its text: error objects may contain tokens. */
export function failure(kind: ProviderFailure, title: string, reason?: unknown): ProviderError {
  return new ProviderError(
    kind,
    messages[kind](title),
    reason === undefined ? undefined : { cause: withoutObjects(reason) },
  )
}

const messages: Record<ProviderFailure, (title: string) => string> = {
  'access-denied': (title) => `${title} was not allowed to share your account.`,
  'bad-grant': (title) => `${title} no longer accepts this sign-in. Please go back and start again.`,
  'bad-client-credentials': (title) =>
    `${title} does not accept this project's client ID or client secret. Please ask the project's owner to check them.`,
  'scope-refused': (title) => `${title} does not grant a scope that this project requests.`,
  'email-permission-missing': (title) =>
    `${title} does not let this project read email addresses. Please ask the project's owner to add that permission at ${title}.`,
  unreachable: (title) => `${title} cannot be reached right now. Please try again in a moment.`,
  'invalid-answer': (title) => `${title} sent an invalid response, so you were not signed in.`,
}

function findFailure(error: unknown): ProviderFailure {
  if (error instanceof OutboundError) return error.failure === 'too-large' ? 'invalid-answer' : 'unreachable'
  if (error instanceof AuthorizationResponseError) return authorizationErrors[error.error] ?? 'invalid-answer'
  if (error instanceof ResponseBodyError) return tokenErrors[error.error] ?? 'bad-grant'
  return 'invalid-answer'
}

/** Error codes with which providers redirect users back without a code. */
const authorizationErrors: Partial<Record<string, ProviderFailure>> = {
  access_denied: 'access-denied',
  consent_required: 'access-denied',
  user_cancelled_login: 'access-denied',
  user_cancelled_authorize: 'access-denied',
  invalid_scope: 'scope-refused',
  unauthorized_scope_error: 'scope-refused',
  unauthorized_client: 'bad-client-credentials',
  application_suspended: 'bad-client-credentials',
  redirect_uri_mismatch: 'bad-client-credentials',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
}

const tokenErrors: Partial<Record<string, ProviderFailure>> = {
  invalid_client: 'bad-client-credentials',
  unauthorized_client: 'bad-client-credentials',
  incorrect_client_credentials: 'bad-client-credentials',
  redirect_uri_mismatch: 'bad-client-credentials',
  invalid_scope: 'scope-refused',
  access_denied: 'access-denied',
  consent_required: 'access-denied',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
}

function withoutObjects(reason: unknown): Error {
  if (!(reason instanceof Error)) return new Error(String(reason))
  const code = (reason as { error?: unknown }).error
  return new Error(typeof code === 'string' ? `${reason.message} (${code.slice(0, 60)})` : reason.message)
}
