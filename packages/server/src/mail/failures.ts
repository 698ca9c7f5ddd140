/** Why a mail did not leave, in the words of the wire. */
export interface MailFailure {
  errorType:
    | 'HOST_NOT_FOUND'
    | 'AUTH_FAILED'
    | 'TEMPORARY'
    | 'INVALID_EMAIL_ADDRESS'
    | 'REJECTED'
    | 'TIMEOUT'
    | 'SOCKET_CLOSED'
    | 'EXPIRED'
    | 'UNKNOWN'
  canRetry: boolean
  message: string
}

/** The answer of the other side is not repeated: it could hold what it was told, or tell about somebody's network. */
export function explainMailFailure(error: unknown): MailFailure {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  if (responseCode === 535 || code === 'EAUTH') {
    return { errorType: 'AUTH_FAILED', canRetry: false, message: 'The mail server refused the user name or password.' }
  }
  if (responseCode === 553) {
    return { errorType: 'INVALID_EMAIL_ADDRESS', canRetry: false, message: 'The mail server refused the address.' }
  }
  if (responseCode >= 400 && responseCode < 500) {
    return { errorType: 'TEMPORARY', canRetry: true, message: 'The mail server could not take the mail for now.' }
  }
  if (responseCode >= 500 || code === 'EENVELOPE') {
    return { errorType: 'REJECTED', canRetry: false, message: 'The mail server refused the mail.' }
  }
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return { errorType: 'HOST_NOT_FOUND', canRetry: true, message: 'The mail server was not found.' }
  }
  if (code === 'LATCHKEY_REFUSED_TARGET') {
    return { errorType: 'HOST_NOT_FOUND', canRetry: false, message: 'The mail server is not on the public internet.' }
  }
  if (code === 'ETIMEDOUT') {
    return { errorType: 'TIMEOUT', canRetry: true, message: 'The mail server did not answer in time.' }
  }
  if (code === 'ESOCKET' || code === 'ECONNECTION' || code === 'ECONNREFUSED' || code === 'ECONNRESET') {
    return { errorType: 'SOCKET_CLOSED', canRetry: true, message: 'The connection to the mail server was lost.' }
  }
  return { errorType: 'UNKNOWN', canRetry: true, message: 'The mail could not be sent.' }
}
