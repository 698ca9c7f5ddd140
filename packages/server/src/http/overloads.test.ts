import { KnownError } from '@latchkey/contract'
import { describe, expect, test } from 'vitest'
import { mergeFailures } from './overloads.ts'
import { PlainError } from './plain-error.ts'

const insufficient = (...allowed: string[]) =>
  new KnownError('INSUFFICIENT_ACCESS_TYPE', { actual_access_type: 'client', allowed_access_types: allowed })
const schemaError = (message: string) => new KnownError('SCHEMA_ERROR', { message })

describe('a request that no variant of a route accepts', () => {
  test('gets once what all variants say', () => {
    const failures = [new KnownError('ACCESS_TYPE_REQUIRED'), new KnownError('ACCESS_TYPE_REQUIRED')]

    expect(mergeFailures(failures)).toMatchObject({ code: 'ACCESS_TYPE_REQUIRED' })
    expect(mergeFailures([schemaError('same'), schemaError('same')])).toMatchObject({
      code: 'SCHEMA_ERROR',
      details: { message: 'same' },
    })
  })

  test('is told all access types that would do, in their order', () => {
    expect(mergeFailures([insufficient('admin'), insufficient('server'), insufficient('admin')])).toMatchObject({
      code: 'INSUFFICIENT_ACCESS_TYPE',
      status: 401,
      details: { actual_access_type: 'client', allowed_access_types: ['server', 'admin'] },
    })
    expect(mergeFailures([insufficient('admin', 'server', 'client')])).toMatchObject({
      details: { allowed_access_types: ['client', 'server', 'admin'] },
    })
  })

  test('is told what is wrong with it rather than which access type would do', () => {
    const failures = [insufficient('server'), schemaError('body.x is required'), insufficient('admin')]

    expect(mergeFailures(failures)).toMatchObject({ code: 'SCHEMA_ERROR', details: { message: 'body.x is required' } })
    const refusal = new PlainError(403, 'No.')
    expect(mergeFailures([insufficient('server'), refusal])).toBe(refusal)
  })

  test('gets every reason when they differ', () => {
    const failures = [
      schemaError('one'),
      insufficient('admin'),
      schemaError('two'),
      new PlainError(403, 'No.', { 'retry-after': '1' }),
      new KnownError('ACCESS_TYPE_REQUIRED'),
      schemaError('one'),
    ]
    const merged = mergeFailures(failures)

    expect(merged).toMatchObject({ code: 'ALL_OVERLOADS_FAILED', status: 400 })
    expect((merged as KnownError).toWire()).toEqual({
      code: 'ALL_OVERLOADS_FAILED',
      error: expect.stringContaining('SCHEMA_ERROR: two'),
      details: {
        overload_errors: [
          { code: 'SCHEMA_ERROR', details: { message: 'one' }, error: 'one' },
          { code: 'SCHEMA_ERROR', details: { message: 'two' }, error: 'two' },
          { status_code: 403, message: 'No.', headers: { 'retry-after': '1' } },
          { code: 'ACCESS_TYPE_REQUIRED', error: expect.any(String) },
        ],
      },
    })
  })
})
