// Loaded into a server under test before anything else: what it would ask Google goes to a stand-in on this machine.
// The rest of the way out is the server's own.
import { createRequire } from 'node:module'

const hosts = /^https:\/\/([a-z0-9]+\.)?(accounts\.google|googleapis)\.com\//
const undici = createRequire(new URL('../packages/server/package.json', import.meta.url))('undici')
const { request } = undici
undici.request = (url, options) =>
  request(hosts.test(String(url)) ? String(url).replace(hosts, `${process.env.STAND_IN_URL}/`) : url, options)
