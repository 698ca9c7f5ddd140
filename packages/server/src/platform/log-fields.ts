const hidden = '[hidden]'
const maxDepth = 8

/** Words that mark a field as secret anywhere in its name, even without a separator (`accesstoken`). */
const secretPart = /password|passphrase|secret|token|authorization|cookie|credential|apikey/i
/** Words too short to be matched inside other words (`monkey`, `decode`). */
const secretWords = new Set(['key', 'keys', 'code', 'codes', 'otp', 'pin'])
const publicNames = new Set(['statuscode', 'errorcode', 'exitcode'])

/** A JSON-safe copy of the fields: secrets redacted, errors with message, stack and cause, no cycles. */
export function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return redactObject(fields, [fields])
}

function redactObject(object: object, parents: object[]): Record<string, unknown> {
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(object)) {
    const value = readProperty(object, name)
    if (value === undefined) continue
    // Defined, not assigned, so that a field named __proto__ is treated like any other.
    Object.defineProperty(copy, name, {
      value: isSecretName(name) && typeof value !== 'boolean' && value !== null ? hidden : redactValue(value, parents),
      enumerable: true,
    })
  }
  return copy
}

function redactValue(value: unknown, parents: object[]): unknown {
  if (typeof value === 'string') return hideUrlPasswords(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return value
  if (parents.includes(value)) return '[circular]'
  if (parents.length >= maxDepth) return '[too deep]'
  const path = [...parents, value]
  if (value instanceof Error) return serialiseError(value, path)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (value instanceof URL) return hideUrlPasswords(value.href)
  if (value instanceof Uint8Array) return `[${value.length} bytes]`
  if (value instanceof Map) return redactObject(Object.fromEntries(value), path)
  if (Array.isArray(value) || value instanceof Set) return [...value].map((item) => redactValue(item, path))
  return redactObject(value, path)
}

function serialiseError(error: Error, path: object[]): Record<string, unknown> {
  const { code } = error as { code?: unknown }
  return {
    ...redactObject(error, path),
    ...(error instanceof AggregateError && { errors: redactValue(error.errors, path) }),
    // An error's code names what happened (ECONNREFUSED, 23505); it is not a code that a user entered.
    ...(typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) && { code }),
    name: error.name,
    message: hideUrlPasswords(error.message),
    stack: hideUrlPasswords(error.stack ?? `${error.name}: ${error.message}`),
    ...(error.cause !== undefined && { cause: redactValue(error.cause, path) }),
  }
}

function isSecretName(name: string): boolean {
  if (publicNames.has(name.replace(/[_-]/g, '').toLowerCase())) return false
  if (secretPart.test(name)) return true
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^a-zA-Z0-9]+/)
  return words.some((word) => secretWords.has(word.toLowerCase()))
}

/** Connection strings contain their password before the host. */
function hideUrlPasswords(text: string): string {
  return text.replace(/(\w:\/\/[^\s/:@]*):[^\s/@]+@/g, `$1:${hidden}@`)
}

function readProperty(object: object, name: string): unknown {
  try {
    return (object as Record<string, unknown>)[name]
  } catch {
    return '[unreadable]'
  }
}
