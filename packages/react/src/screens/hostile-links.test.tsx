import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderApp } from '../testing/wire.test.tsx'
import { LatchkeyHandler } from './handler.tsx'

// Links are untrusted: their content must neither break a page nor appear on it.

const bait = 'Call 555 0100'
const queries = [
  '?%E0%A4%A',
  '?code=%FF&state=%&details=%7B',
  '?code=a&code=b&code[]=c',
  '?__proto__=1&constructor=2&code=__proto__',
  '?after_auth_return_to=%2F%2F%5B&login_code=%00',
  `?${['code', 'state', 'error', 'error_description', 'message', 'after_auth_return_to', 'login_code', 'errorCode']
    .map((name) => `${name}=${encodeURIComponent(bait)}`)
    .join('&')}`,
  `?errorCode=INVALID_SCOPE&message=${encodeURIComponent(bait)}&details=${encodeURIComponent(`{"scope":"${bait}"}`)}`,
  `?errorCode=SCHEMA_ERROR&message=${encodeURIComponent(bait)}&details=null`,
  `?errorCode=SCHEMA_ERROR&message=${encodeURIComponent(bait)}&details=%22text%22`,
]
const pages = [
  'sign-in',
  'sign-up',
  'sign-out',
  'forgot-password',
  'password-reset',
  'email-verification',
  'magic-link-callback',
  'oauth-callback',
  'team-invitation',
  'mfa',
  'error',
  'nowhere',
]

describe.each(pages)('%s', (page) => {
  // ASVS 3.2.2
  test.each(queries)('neither breaks nor shows the content of %s', async (query) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const at = `/handler/${page}${query}#%E0%A4%A=%`
    const { unmount } = renderApp(<LatchkeyHandler fullPage location={`/handler/${page}`} />, {
      at,
      respond: ({ route }) => (/verif|check-code|details/.test(route) ? { error: 'SCHEMA_ERROR' } : undefined),
    })
    await screen.findByRole('heading', { level: 1 })
    expect(document.body.textContent).not.toContain(bait)
    unmount()
  })
})
