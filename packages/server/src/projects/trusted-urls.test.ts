import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTrustedUrl, matchesWildcard } from './trusted-urls.ts'

function trusts(url: string, ...baseUrls: string[]): boolean {
  const trustedDomains = Object.fromEntries(
    baseUrls.map((baseUrl, index) => [`d${index}`, { baseUrl, handlerPath: '/' }]),
  )
  return isTrustedUrl(url, { allowLocalhost: false, trustedDomains })
}

test.each([
  ['https://*.example.com', 'https://api.example.com/x', true],
  ['https://*.example.com', 'https://example.com', false],
  ['https://*.example.com', 'https://a.b.example.com', false],
  ['https://*.example.com', 'https://api.example.com:3000', false],
  ['https://**.example.com', 'https://a.b.example.com', true],
  ['https://api-*.example.com', 'https://api-1.example.com', true],
  ['https://api-*.example.com', 'https://app.example.com', false],
  ['https://*.*.org', 'https://a.b.org', true],
  ['https://*.*.org', 'https://b.org', false],
  ['http://*:8103', 'http://localhost:8103', true],
  ['http://*:*', 'http://localhost:8103', true],
  ['http://*:*', 'http://a.b:8103', false],
  ['http://**:*', 'http://a.b:8103', true],
  ['https://localhost:*', 'https://localhost:1234', true],
  ['http://my-app.*', 'http://my-app.localhost', true],
  ['https://trusted.com', 'https://trusted.com/path?query#fragment', true],
  ['https://trusted.com', 'https://trusted.com:443', true],
  ['https://trusted.com', 'https://trusted.com.evil.com', false],
  ['https://trusted.com', 'http://trusted.com', false],
  ['https://trusted.com:8443', 'https://trusted.com:8443', true],
  ['https://trusted.com:8443', 'https://trusted.com', false],
])('%s against %s is %s', (baseUrl, url, expected) => {
  expect(trusts(url, baseUrl)).toBe(expected)
})

test.each([
  '//evil.com',
  '/\\evil.com',
  '/\t/evil.com',
  'https://app.example.com@evil.com',
  'https://app.example.com.evil.com',
  'https://app.example.com%2eevil.com',
  'https://evil.com\\@app.example.com',
  'https://evil.com#app.example.com',
  '\u0001https://evil.com',
  'http:///evil.com',
  'https://evil。com',
  'javascript:alert(1)',
  'http://app.example.com',
  'https://user@app.example.com',
])('does not trust %j', (url) => {
  expect(trusts(url, 'https://app.example.com')).toBe(false)
})

test('localhost is trusted on any port when the project allows it, and then only', () => {
  const domains = { allowLocalhost: true, trustedDomains: {} }
  for (const url of [
    'http://localhost:3000/x',
    'https://a.localhost',
    'http://127.1.2.3:80',
    'exp://127.0.0.1:19000',
  ]) {
    expect(isTrustedUrl(url, domains), url).toBe(true)
    expect(isTrustedUrl(url, { ...domains, allowLocalhost: false }), url).toBe(false)
  }
  for (const url of ['http://localhost.evil.com', 'javascript://localhost/%0aalert(1)', 'http://127.0.0.1.evil.com']) {
    expect(isTrustedUrl(url, domains), url).toBe(false)
  }
})

// ASVS 1.2.9
test('a wildcard matches what a regular expression of the same meaning matches', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), maxLength: 12 })
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 })
  fc.assert(
    fc.property(pattern, text, (wildcard, host) => {
      const source = wildcard.replaceAll(/\*+|\./g, (token) => (token === '.' ? '\\.' : token === '*' ? '[^.]*' : '.*'))
      expect(matchesWildcard(wildcard, host)).toBe(new RegExp(`^${source}$`).test(host))
    }),
  )
})

test('a hostile wildcard ends', () => {
  expect(matchesWildcard('*-'.repeat(120), `${'a-'.repeat(120)}.`)).toBe(false)
})
