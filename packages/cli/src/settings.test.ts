import { afterEach, expect, test, vi } from 'vitest'
import { canOpenBrowser } from './browser.ts'
import { credentialsPath } from './credentials.ts'
import { readSettings } from './settings.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('an option wins over the environment, and our own variables over older ones', () => {
  vi.stubEnv('LATCHKEY_API_URL', 'https://own.example.com/')
  vi.stubEnv('STACK_API_URL', 'https://older.example.com')
  vi.stubEnv('STACK_PROJECT_ID', 'from an older variable')
  vi.stubEnv('LATCHKEY_PUBLISHABLE_CLIENT_KEY', '')
  vi.stubEnv('STACK_PUBLISHABLE_CLIENT_KEY', 'pck_older')
  expect(readSettings({ appUrl: 'https://app.example.com/base/' })).toEqual({
    apiUrl: 'https://own.example.com',
    projectId: 'from an older variable',
    publishableClientKey: 'pck_older',
    appUrl: 'https://app.example.com/base',
  })
  expect(readSettings({ apiUrl: 'http://localhost:9000' }).apiUrl).toBe('http://localhost:9000')
})

test.each([
  'example.com',
  'ftp://example.com',
  'https://user:secret@example.com',
  'https://example.com/?a=1',
  'x',
])('the address %s is refused', (apiUrl) => {
  expect(() => readSettings({ apiUrl })).toThrow('is not a valid URL')
})

test('sessions are kept where the platform keeps settings', () => {
  expect(credentialsPath({ HOME: '/home/ada' }, 'linux')).toBe('/home/ada/.config/latchkey/credentials.json')
  const configured = { HOME: '/home/ada', XDG_CONFIG_HOME: '/settings' }
  expect(credentialsPath(configured, 'darwin')).toBe('/settings/latchkey/credentials.json')
  const relative = { HOME: '/home/ada', XDG_CONFIG_HOME: 'settings' }
  expect(credentialsPath(relative, 'linux')).toBe('/home/ada/.config/latchkey/credentials.json')
  expect(credentialsPath({ APPDATA: '/roaming' }, 'win32')).toBe('/roaming/latchkey/credentials.json')
})

test('a browser is opened where there is a screen', () => {
  expect(canOpenBrowser({}, 'darwin')).toBe(true)
  expect(canOpenBrowser({}, 'win32')).toBe(true)
  expect(canOpenBrowser({}, 'linux')).toBe(false)
  expect(canOpenBrowser({ DISPLAY: ':0' }, 'linux')).toBe(true)
  expect(canOpenBrowser({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(canOpenBrowser({ SSH_CONNECTION: '1.2.3.4', DISPLAY: ':0' }, 'linux')).toBe(false)
  expect(canOpenBrowser({ CI: 'true' }, 'darwin')).toBe(false)
})
