import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clock } from '../environment/clock.ts'
import { registerFramework } from '../environment/framework.ts'
import { openFakePage } from '../testing/fake-page.ts'
import { Redirects, resolveUrls } from './redirects.ts'

const untrusted = 'Redirect URL is not trusted; should be relative'

let waits: number[] = []
beforeEach(() => {
  waits = []
  vi.spyOn(clock, 'wait').mockImplementation(async (millis) => void waits.push(millis))
})

describe('urls', () => {
  test('have the documented defaults', () => {
    expect(resolveUrls()).toEqual({
      handler: '/handler',
      signIn: '/handler/sign-in',
      signUp: '/handler/sign-up',
      signOut: '/handler/sign-out',
      emailVerification: '/handler/email-verification',
      passwordReset: '/handler/password-reset',
      forgotPassword: '/handler/forgot-password',
      oauthCallback: '/handler/oauth-callback',
      magicLinkCallback: '/handler/magic-link-callback',
      accountSettings: '/handler/account-settings',
      teamInvitation: '/handler/team-invitation',
      mfa: '/handler/mfa',
      error: '/handler/error',
      home: '/',
      afterSignIn: '/',
      afterSignUp: '/',
      afterSignOut: '/',
    })
  })

  test('are derived from each other', () => {
    expect(resolveUrls({ handler: '/auth/', home: '/home', signIn: '/login' })).toMatchObject({
      signIn: '/login',
      signUp: '/auth/sign-up',
      afterSignIn: '/home',
      afterSignUp: '/home',
      afterSignOut: '/home',
    })
    expect(resolveUrls({ afterSignIn: '/in' }).afterSignUp).toBe('/in')
    expect(resolveUrls({ afterSignIn: '/in', afterSignUp: '/welcome' }).afterSignUp).toBe('/welcome')
  })
})

test('every page has a redirect method', () => {
  expect(Object.keys(new Redirects({}, 'none').createMethods()).sort()).toEqual(
    [
      'SignIn',
      'SignUp',
      'SignOut',
      'AfterSignIn',
      'AfterSignUp',
      'AfterSignOut',
      'Home',
      'EmailVerification',
      'PasswordReset',
      'ForgotPassword',
      'OAuthCallback',
      'MagicLinkCallback',
      'AccountSettings',
      'TeamInvitation',
      'Mfa',
      'Error',
    ]
      .map((name) => `redirectTo${name}`)
      .sort(),
  )
})

test('redirects in a browser and waits for 2 s, and does nothing elsewhere', async () => {
  const redirects = new Redirects({}, undefined)
  await redirects.to('home')
  expect(redirects.method).toBe('none')
  expect(waits).toEqual([])

  const { visits } = openFakePage('https://app.example.com/')
  await redirects.to('home')
  await redirects.to('home', { replace: true })
  expect(redirects.method).toBe('window')
  expect(visits).toEqual(['assign /', 'replace /'])
  expect(waits).toEqual([2000, 2000])
})

test("'none' does nothing even in a browser", async () => {
  const { visits } = openFakePage('https://app.example.com/')
  await new Redirects({}, 'none').to('home')
  expect(visits).toEqual([])
})

test("'window' does nothing without a window", async () => {
  await new Redirects({}, 'window').to('home')
  expect(waits).toEqual([])
})

test("uses the app's router, or the window when it has only a hook", async () => {
  const { visits } = openFakePage('https://app.example.com/')
  const navigate = vi.fn()
  await new Redirects({}, { useNavigate: () => navigate, navigate }).to('home', { replace: true })
  expect(navigate).toHaveBeenCalledWith('/', { replace: true })
  expect(visits).toEqual([])

  await new Redirects({}, { useNavigate: () => navigate }).to('home')
  expect(visits).toEqual(['assign /'])
})

test("'nextjs' is the framework's redirect on a server and the window in a browser", async () => {
  const redirect = vi.fn(() => {
    throw new Error('NEXT_REDIRECT')
  })
  registerFramework({ redirectMethod: 'nextjs', redirect })
  try {
    const redirects = new Redirects({}, undefined)
    await expect(redirects.to('signIn', { replace: true })).rejects.toThrow('NEXT_REDIRECT')
    await expect(redirects.leave(redirects.to('home'), 'Nobody is signed in.')).rejects.toThrow('NEXT_REDIRECT')
    expect(redirect.mock.calls).toEqual([
      ['/handler/sign-in', { replace: true }],
      ['/', { replace: false }],
    ])
    const { visits } = openFakePage('https://app.example.com/')
    await redirects.to('home')
    expect(visits).toEqual(['assign /'])
  } finally {
    registerFramework({})
  }
})

describe('on a server that knows the page it renders', () => {
  async function redirectFrom(path: string, target: 'signIn' | 'afterSignIn', options = {}) {
    let visited: string | undefined
    const redirect = (url: string) => {
      visited = url
    }
    registerFramework({ redirectMethod: 'nextjs', redirect, findPage: () => new URL(`http://page.invalid${path}`) })
    try {
      await new Redirects({}, undefined).to(target, options)
    } finally {
      registerFramework({})
    }
    return visited
  }

  test('sign-in includes the return URL and redirects to it afterwards', async () => {
    expect(await redirectFrom('/notes?tab=2', 'signIn')).toBe(
      '/handler/sign-in?after_auth_return_to=%2Fnotes%3Ftab%3D2',
    )
    expect(await redirectFrom('/notes?tab=2', 'signIn', { noRedirectBack: true })).toBe('/handler/sign-in')
    expect(await redirectFrom('/handler/sign-in', 'signIn')).toBe('/handler/sign-in')
    expect(await redirectFrom('/login?after_auth_return_to=%2Fnotes', 'afterSignIn')).toBe('/notes')
  })

  test.each([
    '//evil.com',
    '//evil.com/%2e%2e',
    '/\\evil.com',
    '/.//evil.com',
    '///evil.com?a=b',
  ])('the page %s is not used as return URL', async (path) => {
    expect(await redirectFrom(path, 'signIn')).toBe('/handler/sign-in')
  })

  test('never redirects to another site', async () => {
    const path = `/login?after_auth_return_to=${encodeURIComponent('https://evil.com')}`
    await expect(redirectFrom(path, 'afterSignIn')).rejects.toThrow(untrusted)
  })
})

describe('sign-in and sign-up', () => {
  test('include the return URL', async () => {
    const { visits } = openFakePage('https://app.example.com/notes?id=1&x=a%26b#top')
    await new Redirects({}, 'window').to('signIn')
    expect(visits).toEqual([
      `assign /handler/sign-in?after_auth_return_to=${encodeURIComponent('/notes?id=1&x=a%26b#top')}`,
    ])
  })

  test('keep an existing return URL', async () => {
    const { visits } = openFakePage('https://app.example.com/handler/sign-in?after_auth_return_to=%2Fnotes')
    await new Redirects({}, 'window').to('signUp')
    expect(visits).toEqual(['assign /handler/sign-up?after_auth_return_to=%2Fnotes'])
  })

  test('pass the return URL on to the second factor', async () => {
    const { visits } = openFakePage('https://app.example.com/handler/sign-in?after_auth_return_to=%2Fnotes')
    await new Redirects({}, 'window').to('mfa')
    expect(visits).toEqual(['assign /handler/mfa?after_auth_return_to=%2Fnotes'])
    const elsewhere = openFakePage('https://app.example.com/welcome')
    await new Redirects({}, 'window').to('mfa')
    expect(elsewhere.visits).toEqual(['assign /handler/mfa'])
  })

  test('do not return to a sign-in page', async () => {
    const { visits } = openFakePage('https://app.example.com/handler/sign-in')
    await new Redirects({}, 'window').to('signUp')
    expect(visits).toEqual(['assign /handler/sign-up'])
  })

  test('omit the return URL if requested, and keep the query of the configured page', async () => {
    const { visits } = openFakePage('https://app.example.com/notes')
    const redirects = new Redirects({ signIn: '/login?theme=dark#form' }, 'window')
    await redirects.to('signIn', { noRedirectBack: true })
    await redirects.to('signIn')
    expect(visits).toEqual([
      'assign /login?theme=dark#form',
      'assign /login?theme=dark&after_auth_return_to=%2Fnotes#form',
    ])
  })
})

describe('after sign-in', () => {
  test('returns to the previous page', async () => {
    const { visits } = openFakePage('https://app.example.com/handler/sign-in?after_auth_return_to=%2Fnotes%3Fid%3D1')
    const redirects = new Redirects({}, 'window')
    await redirects.to('afterSignIn', { replace: true })
    await redirects.to('afterSignUp')
    await redirects.to('afterSignUp', { noRedirectBack: true })
    await redirects.to('afterSignOut')
    expect(visits).toEqual(['replace /notes?id=1', 'assign /notes?id=1', 'assign /', 'assign /'])
  })

  test.each([
    '//evil.com',
    '/\\evil.com',
    '/\t/evil.com',
    '\\\\evil.com',
    'https://app.example.com@evil.com',
    'https://app.example.com.evil.com',
    'https://app.example.com%2eevil.com',
    'https://evil.com\\@app.example.com',
    'https://evil.com#app.example.com',
    '\u0001https://evil.com',
    'http:///evil.com',
    'https:evil.com',
    'http:evil.com',
    'https://evil。com',
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'http://app.example.com',
    'https://app.example.com/notes',
    'https://a.invalid/notes',
    '/.//evil.com',
    'https://',
  ])('does not go to %j', async (target) => {
    const { visits } = openFakePage(`https://app.example.com/x?after_auth_return_to=${encodeURIComponent(target)}`)
    const navigate = vi.fn()
    await expect(new Redirects({}, 'window').to('afterSignIn')).rejects.toThrow(untrusted)
    await expect(new Redirects({}, { useNavigate: () => navigate, navigate }).to('afterSignIn')).rejects.toThrow(
      untrusted,
    )
    expect(visits).toEqual([])
    expect(navigate).not.toHaveBeenCalled()
  })

  test.each(['/notes', 'notes', './notes?x=//evil.com', '?tab=1', '#top', '/a//b'])('goes to %j', async (target) => {
    const { visits } = openFakePage(`https://app.example.com/x?after_auth_return_to=${encodeURIComponent(target)}`)
    await new Redirects({}, 'window').to('afterSignIn')
    expect(visits).toEqual([`assign ${target}`])
  })
})

test('configured pages must be relative too', async () => {
  openFakePage('https://app.example.com/')
  await expect(new Redirects({ signIn: 'https://evil.com/' }, 'window').to('signIn')).rejects.toThrow(untrusted)
})

// ASVS 1.2.2
test('a redirect never runs a script', async () => {
  const { visits } = openFakePage('https://app.example.com/')
  await expect(new Redirects({}, 'window').go('javascript:alert(1)')).rejects.toThrow('script')
  await new Redirects({}, 'window').go('https://bye.example.com/')
  expect(visits).toEqual(['assign https://bye.example.com/'])
})

describe('callback URLs', () => {
  test('are absolute, without hash, and include the return URL', () => {
    openFakePage('https://app.example.com/handler/sign-up?after_auth_return_to=%2Fnotes#x')
    expect(new Redirects({}, 'window').getCallbackUrl('emailVerification', undefined, 'o')).toBe(
      'https://app.example.com/handler/email-verification?after_auth_return_to=%2Fnotes',
    )
  })

  test('are required outside a browser', () => {
    const redirects = new Redirects({}, undefined)
    expect(() => redirects.getCallbackUrl('emailVerification', undefined, 'verificationCallbackUrl')).toThrow(
      '`verificationCallbackUrl`',
    )
    expect(redirects.getCallbackUrl('emailVerification', 'https://x/y', 'o')).toBe('https://x/y')
  })
})
