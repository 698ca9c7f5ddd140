import {
  type ErrorCode as ContractCode,
  type ErrorDetails as ContractDetails,
  errors,
  KnownError as SentError,
} from '@latchkey/contract/errors'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { type ErrorCode, type ErrorDetailsOf, KnownError, type KnownErrorOf, knownErrorOf } from './known-errors.ts'
import { KnownErrors } from './known-errors-by-name.ts'

const families = [
  'PROJECT_AUTHENTICATION_ERROR',
  'INVALID_PROJECT_AUTHENTICATION',
  'INVALID_ADMIN_ACCESS_TOKEN',
  'PROJECT_AUTHENTICATION_REQUIRED',
  'SESSION_AUTHENTICATION_ERROR',
  'INVALID_SESSION_AUTHENTICATION',
  'INVALID_ACCESS_TOKEN',
  'REFRESH_TOKEN_ERROR',
  'VERIFICATION_ERROR',
  'API_KEY_NOT_VALID',
] as const

// `vitest run --project sdk known-errors --update` regenerates it after a change in the contract.
test('the generated list contains all codes', async () => {
  const codes = Object.values(KnownErrors).map((each) => each.errorCode)
  await expect(
    `/** Generated from the contract and its families by known-errors.test.ts. */\nexport const knownCodes =\n  '${codes.join(' ')}'\n`,
  ).toMatchFileSnapshot('./known-codes.generated.ts')
})

const receive = (code: string, details?: unknown) => knownErrorOf({ code, error: 'text', details }, 400)

test('knows exactly the codes of the contract and their families', () => {
  const codes = Object.values(KnownErrors).map((each) => each.errorCode)
  expect([...codes].sort()).toEqual([...Object.keys(errors), ...families].sort())
  expectTypeOf<ErrorCode>().toEqualTypeOf<ContractCode | (typeof families)[number]>()
})

test('types details as the contract does', () => {
  type Ours = { [Code in ContractCode]: ErrorDetailsOf<Code> }
  type Theirs = { [Code in ContractCode]: ContractDetails<Code> }
  expectTypeOf<Ours>().toEqualTypeOf<Theirs>()
})

test.each([
  ['OAuthProviderNotFoundOrNotEnabled', 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
  ['OAuthExtraScopeNotAvailableWithSharedOAuthKeys', 'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'],
  ['OuterOAuthTimeout', 'OUTER_OAUTH_TIMEOUT'],
  ['InvalidTotpCode', 'INVALID_TOTP_CODE'],
  ['UserWithEmailAlreadyExists', 'USER_EMAIL_ALREADY_EXISTS'],
  ['VerificationCodeError', 'VERIFICATION_ERROR'],
  ['PermissionScopeMismatch', 'WRONG_PERMISSION_SCOPE'],
  ['InvalidPollingCodeError', 'INVALID_POLLING_CODE'],
  ['PasskeyWebAuthnError', 'PASSKEY_WEBAUTHN_ERROR'],
] as const)('%s is %s', async (name, code) => {
  expect(KnownErrors[name].errorCode).toBe(code)
  expect(KnownErrors[name].isInstance(await receive(code))).toBe(true)
})

describe('families', () => {
  test('include their members and nothing else', async () => {
    const expired = await receive('ACCESS_TOKEN_EXPIRED', { expired_at_millis: 1 })
    expect(KnownErrors.AccessTokenExpired.isInstance(expired)).toBe(true)
    expect(KnownErrors.InvalidAccessToken.isInstance(expired)).toBe(true)
    expect(KnownErrors.InvalidSessionAuthentication.isInstance(expired)).toBe(true)
    expect(KnownErrors.SessionAuthenticationError.isInstance(expired)).toBe(true)
    expect(KnownErrors.UnparsableAccessToken.isInstance(expired)).toBe(false)
    expect(KnownErrors.InvalidAdminAccessToken.isInstance(expired)).toBe(false)
    expect(KnownErrors.RefreshTokenError.isInstance(await receive('CANNOT_DELETE_CURRENT_SESSION'))).toBe(true)
    expect(KnownErrors.InvalidAccessToken.isInstance(await receive('ANONYMOUS_AUTHENTICATION_NOT_ALLOWED'))).toBe(false)
    expect(KnownErrors.ProjectAuthenticationError.isInstance(await receive('ADMIN_ACCESS_TOKEN_EXPIRED'))).toBe(true)
    expect(KnownErrors.AccessTokenExpired.isInstance(await receive('INVALID_ACCESS_TOKEN'))).toBe(false)
  })

  test('narrow to their members', async () => {
    const error: unknown = await receive('PASSWORD_TOO_SHORT', { min_length: 8 })
    if (!KnownErrors.PasswordRequirementsNotMet.isInstance(error)) throw new Error('not in the family')
    expectTypeOf(error.errorCode).toEqualTypeOf<
      'PASSWORD_REQUIREMENTS_NOT_MET' | 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG'
    >()
    if (error.errorCode === 'PASSWORD_TOO_SHORT') expectTypeOf(error.details).toEqualTypeOf<{ min_length: number }>()
    expect(error.details).toEqual({ min_length: 8 })
  })
})

describe('classes', () => {
  test('recognize their instances, those of their family, and nothing else', async () => {
    const error: unknown = await receive('PASSWORD_TOO_SHORT', { min_length: 8 })
    expect(error).toBeInstanceOf(KnownErrors.PasswordTooShort)
    expect(error).toBeInstanceOf(KnownErrors.PasswordRequirementsNotMet)
    expect(error).toBeInstanceOf(KnownError)
    expect(error).not.toBeInstanceOf(KnownErrors.PasswordTooLong)
    expect(new Error('x')).not.toBeInstanceOf(KnownErrors.PasswordTooShort)
    if (error instanceof KnownErrors.PasswordTooShort) {
      expectTypeOf(error.details).toEqualTypeOf<{ min_length: number }>()
    }
  })

  test('narrow types in sequence', async () => {
    type OneOfThree = KnownErrorOf<'USER_NOT_FOUND' | 'TEAM_NOT_FOUND' | 'PASSWORD_TOO_SHORT'>
    const describeByClass = (error: OneOfThree) => {
      if (error instanceof KnownErrors.UserNotFound) {
        expectTypeOf(error.errorCode).toEqualTypeOf<'USER_NOT_FOUND'>()
        return 'user'
      }
      if (error instanceof KnownErrors.PasswordRequirementsNotMet) {
        expectTypeOf(error.errorCode).toEqualTypeOf<
          'PASSWORD_REQUIREMENTS_NOT_MET' | 'PASSWORD_TOO_SHORT' | 'PASSWORD_TOO_LONG'
        >()
        return 'password'
      }
      if (error instanceof KnownErrors.TeamNotFound) return error.details.team_id
      return error.message
    }
    const describeAny = (error: KnownError) => {
      if (error instanceof KnownErrors.UserNotFound) return 'user'
      if (error instanceof KnownErrors.TeamNotFound) return error.details.team_id
      return error.message
    }
    const describeByFunction = (error: OneOfThree) => {
      if (KnownErrors.TeamNotFound.isInstance(error)) return error.details.team_id
      expectTypeOf(error).toEqualTypeOf<KnownErrorOf<'USER_NOT_FOUND' | 'PASSWORD_TOO_SHORT'>>()
      return error.message
    }
    const error = (await receive('TEAM_NOT_FOUND', { team_id: 't1' })) as OneOfThree
    for (const describe of [describeByClass, describeAny, describeByFunction]) expect(describe(error)).toBe('t1')
  })

  test('create errors with the details and the status of the contract', () => {
    const missing = new KnownErrors.TeamNotFound({ team_id: 't1' })
    expect(missing).toBeInstanceOf(KnownErrors.TeamNotFound)
    expect(missing).toBeInstanceOf(Error)
    expect(missing).toMatchObject({
      errorCode: 'TEAM_NOT_FOUND',
      statusCode: 404,
      message: 'There is no team with the ID "t1".',
      details: { team_id: 't1' },
    })
    expect(new KnownErrors.UserNotFound(undefined, { message: 'Nobody here.' }).humanReadableMessage).toBe(
      'Nobody here.',
    )
    expectTypeOf(missing.details).toEqualTypeOf<{ team_id: string }>()
    // @ts-expect-error: this error has details
    new KnownErrors.TeamNotFound()
  })

  test('create errors with the texts and statuses of the server', () => {
    // More than any error needs.
    const details = {
      ...{ message: 'Because.', error: 'Because.', code: 'X', until_millis: null },
      ...{ overload_errors: [], allowed_access_types: [] },
    }
    const classes = Object.values(KnownErrors) as { errorCode: string; new (given: unknown): KnownError }[]
    const ours = classes.map((Each) => new Each(details)).filter(({ errorCode }) => errorCode in errors)
    for (const { errorCode, statusCode, message } of ours) {
      const sent = new SentError(errorCode as ContractCode, details as never)
      expect({ errorCode, statusCode, message }).toEqual({ errorCode, statusCode: sent.status, message: sent.message })
    }
    expect(ours).toHaveLength(Object.keys(errors).length)
  })

  test('create errors without details that only types require', () => {
    const classes = Object.values(KnownErrors) as { errorCode: string; new (): KnownError }[]
    for (const Each of classes) expect(new Each()).toMatchObject({ message: expect.stringMatching(/\S/) })
  })
})

test('recognizes errors of another copy of this package, and no lookalikes', () => {
  const foreign = Object.assign(new Error('text'), {
    errorCode: 'USER_NOT_FOUND',
    [Symbol.for('latchkey.known-error')]: true,
  })
  expect(KnownError.isKnownError(foreign)).toBe(true)
  expect(KnownErrors.UserNotFound.isInstance(foreign)).toBe(true)

  for (const odd of [null, undefined, 'text', 1, {}, new Error('x'), { errorCode: 'USER_NOT_FOUND' }]) {
    expect(KnownErrors.UserNotFound.isInstance(odd)).toBe(false)
  }
})

test.each(['', 'constructor', '__proto__', 'toString'])('%j is not a known code', async (code) => {
  expect((await receive(code)).errorCode).toBe('UNSUPPORTED_ERROR')
})
