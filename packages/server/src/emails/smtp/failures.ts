/** Why an email could not be sent. `toWireError` is what the API returns of it. */
export interface EmailFailure {
  errorType:
    | 'HOST_NOT_FOUND'
    | 'AUTH_FAILED'
    | 'TEMPORARY'
    | 'INVALID_EMAIL_ADDRESS'
    | 'REJECTED'
    | 'TIMEOUT'
    | 'SOCKET_CLOSED'
    | 'UNKNOWN'
  /** Whether the failure is temporary, so that the outbox retries later. */
  isPassing: boolean
  message: string
  /** The server received the whole email but did not confirm it. */
  mayHaveArrived?: true
}

export const timeoutCode = 'ETIMEDOUT'
const lostCodes = new Set([
  'ESOCKET',
  'ECONNECTION',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
])

/** The server's response is not included, because it could contain secrets or reveal details of a network. */
export function explainEmailFailure(error: unknown): EmailFailure {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  // In this case the response is about TLS, not about the email.
  if (code === 'ETLS') {
    return {
      errorType: 'UNKNOWN',
      isPassing: true,
      message: 'The email server does not offer TLS with a trusted certificate.',
    }
  }
  // Checked first, because a server may also be temporarily unable to check a password.
  if (responseCode >= 400 && responseCode < 500) {
    return { errorType: 'TEMPORARY', isPassing: true, message: 'The email server temporarily rejected the email.' }
  }
  if (responseCode === 535 || code === 'EAUTH') {
    return {
      errorType: 'AUTH_FAILED',
      isPassing: false,
      message: 'The email server rejected the username or password.',
    }
  }
  if (responseCode === 553) {
    return { errorType: 'INVALID_EMAIL_ADDRESS', isPassing: false, message: 'The email server rejected the address.' }
  }
  if (responseCode >= 500 || code === 'EENVELOPE') {
    return { errorType: 'REJECTED', isPassing: false, message: 'The email server rejected the email.' }
  }
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { errorType: 'HOST_NOT_FOUND', isPassing: true, message: 'The email server was not found.' }
  }
  if (code === 'LATCHKEY_REFUSED_TARGET') {
    return { errorType: 'HOST_NOT_FOUND', isPassing: false, message: 'The email server is not on the public internet.' }
  }
  if (code === timeoutCode) {
    return { errorType: 'TIMEOUT', isPassing: true, message: 'The email server did not respond in time.' }
  }
  if (lostCodes.has(code)) {
    return { errorType: 'SOCKET_CLOSED', isPassing: true, message: 'The connection to the email server was lost.' }
  }
  return { errorType: 'UNKNOWN', isPassing: true, message: 'The email could not be sent.' }
}

/** Failures that the API calls retryable right away. The outbox, which can wait, retries more than these. */
export function canRetry({ errorType }: EmailFailure): boolean {
  return errorType === 'TEMPORARY' || errorType === 'TIMEOUT'
}

export function toWireError(failure: EmailFailure) {
  const { errorType, message } = failure
  return { errorType, canRetry: canRetry(failure), message, rawError: message }
}
