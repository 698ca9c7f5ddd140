import { expect, test } from 'vitest'
import { findProductionModeErrors } from './production-mode.ts'

const errorsOf = (domain: string) => {
  const domains = [{ domain, handlerPath: '/' }]
  return findProductionModeErrors('p1', { allowLocalhost: false, domains }).map(({ message }) => message)
}

test.each([
  ['nonsense', 'Trusted domain is not a valid URL: nonsense'],
  ['https://*:*', 'Trusted domain is not a valid URL: https://*:*'],
  ['https://localhost', 'Localhost domains are not allowed to be trusted in production mode: https://localhost'],
  ['http://127.1.2.3', 'Localhost domains are not allowed to be trusted in production mode: http://127.1.2.3'],
  ['https://*.localhost', 'Localhost domains are not allowed to be trusted in production mode: https://*.localhost'],
  ['http://8.8.8.8', 'Direct IPs are not valid for trusted domains in production mode: http://8.8.8.8'],
  ...['https://**', 'https://*', 'https://*.*', 'https://**.com', 'https://example.com*', 'https://*:8443'].map(
    (domain) => [domain, `Anyone can register a site that matches this trusted domain: ${domain}`],
  ),
  ['http://**.example.com', 'Trusted domains should be HTTPS: http://**.example.com'],
])('%s should not be trusted', (domain, message) => {
  expect(errorsOf(domain)).toEqual([message])
})

test.each([
  'https://example.com',
  'https://**.example.com',
  'https://a-*.example.com:8443',
])('%s may be trusted', (domain) => {
  expect(errorsOf(domain)).toEqual([])
})
