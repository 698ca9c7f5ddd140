import { createHash } from 'node:crypto'
import { oncePerServer, type Platform } from '../../platform/platform.ts'
import { createRepeatedWarning } from '../../platform/repeated-warning.ts'

const maxMillis = 3_000
const prefixLength = 5

/**
 * Whether the service that the operator chose knows the password from a leak. It gets five of the forty digits of the
 * SHA-1 hash, and answers with the endings of all hashes that begin with them. If it does not answer in time, or with
 * anything else, the password counts as unknown.
 */
export async function isInLeakService(platform: Platform, password: string): Promise<boolean> {
  const { leakedPasswordsUrl } = platform.config
  if (!leakedPasswordsUrl) return false
  const hash = createHash('sha1').update(password.normalize('NFC')).digest('hex').toUpperCase()
  try {
    const response = await platform.outbound.fetch(
      `${leakedPasswordsUrl.replace(/\/+$/, '')}/range/${hash.slice(0, prefixLength)}`,
      {
        // Adds entries that were seen zero times, so that the size of the answer does not tell the range.
        headers: { 'add-padding': 'true' },
        signal: AbortSignal.timeout(maxMillis),
      },
    )
    if (response.status !== 200) throw new Error(`The service answered with status ${response.status}.`)
    return isListed(await response.text(), hash.slice(prefixLength))
  } catch (error) {
    outage(platform)({ error })
    return false
  }
}

const outage = oncePerServer(({ log }) => createRepeatedWarning(log, 'The service for leaked passwords is unavailable'))

/** Lines are the end of a hash and how often it was seen. */
function isListed(answer: string, suffix: string): boolean {
  return answer.split('\n').some((line) => {
    const [end, count] = line.trim().split(':')
    return end?.toUpperCase() === suffix && Number(count) > 0
  })
}
