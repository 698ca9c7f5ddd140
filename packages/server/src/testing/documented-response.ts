import { type ErrorCode, errors, hasUuidShape } from '@latchkey/contract'
import { expect } from 'vitest'
import type { WireResponse } from './project.ts'

/** Checks what the contract says about every response of the API. */
export function expectDocumentedResponse({ status, headers, body }: WireResponse): void {
  const isUnsent = isUnsentDigest(status, body)
  if (!isUnsent) expect(status, String(body)).toBeLessThan(500)
  expect(headers.get('x-stack-request-id')).toSatisfy(hasUuidShape)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toBe(
    'content-type, x-stack-actual-status, x-stack-known-error, x-stack-request-id',
  )
  expect(headers.get('access-control-allow-credentials')).toBeNull()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  // Only a browser that is redirected to a provider gets a cookie, which is removed when it returns.
  if (status !== 307) expect(headers.get('set-cookie') ?? '').toMatch(/^$|^stack-oauth-inner-[^=;]*=; .*Max-Age=0/)
  if (status < 400 || isUnsent) {
    expect(headers.get('x-stack-known-error')).toBeNull()
    return
  }
  expect(headers.get('cache-control')).toBe('no-store, max-age=0')
  const code = headers.get('x-stack-known-error')
  if (code === null) expectPlainRefusal(headers, body)
  else expectKnownError(status, code, headers, body)
}

/**
 * The digest of failed emails reports by its status that one of its own could not be sent, with the reason in its usual
 * body.
 */
function isUnsentDigest(status: number, body: unknown): boolean {
  return status === 500 && typeof body === 'object' && body !== null && 'success' in body && body.success === false
}

function expectKnownError(status: number, code: string, headers: Headers, body: unknown): void {
  expect(errors).toHaveProperty(code)
  expect(status).toBe(errors[code as ErrorCode][0])
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(body).toMatchObject({ code, error: expect.stringMatching(/\S/) })
  const { details, ...others } = body as { details?: unknown }
  expect(Object.keys(others).sort()).toEqual(['code', 'error'])
  if (details !== undefined) expect(details).toBeTypeOf('object')
}

function expectPlainRefusal(headers: Headers, body: unknown): void {
  if (headers.get('content-type') === 'text/plain; charset=utf-8') {
    expect(body).toMatch(/\S/)
  } else {
    // The error format of OAuth client libraries.
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(body).toEqual({ error: 'invalid_request', error_description: expect.stringMatching(/\S/) })
  }
}
