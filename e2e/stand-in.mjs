// Loaded into a server under test before anything else: redirects its requests to Google to a fake on this machine. The
// rest of the outbound client is unchanged.
import { createRequire } from 'node:module'

const hosts = /^https:\/\/([a-z0-9]+\.)?(accounts\.google|googleapis)\.com\//
const undici = createRequire(new URL('../packages/server/package.json', import.meta.url))('undici')
const { request } = undici
undici.request = (url, options) =>
  request(hosts.test(String(url)) ? String(url).replace(hosts, `${process.env.STAND_IN_URL}/`) : url, options)
