// Loaded into a server under test before anything else: names cannot be resolved while the file TEST_DNS_OUTAGE_FILE exists.
import dns from 'node:dns'
import { existsSync } from 'node:fs'

const { lookup } = dns

dns.lookup = (hostname, ...rest) => {
  if (!existsSync(process.env.TEST_DNS_OUTAGE_FILE)) return lookup(hostname, ...rest)
  const failure = Object.assign(new Error(`getaddrinfo EAI_AGAIN ${hostname}`), {
    code: 'EAI_AGAIN',
    syscall: 'getaddrinfo',
    hostname,
  })
  process.nextTick(rest.at(-1), failure)
}
