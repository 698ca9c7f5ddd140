import { ServerApp } from '@latchkey/sdk'
import type { Measurement } from './report.ts'

const reads = 1_000
const rounds = 5

interface Target {
  serverUrl: string
  clientKey: string
  serverKey: string
  userId: string
}

/** A backend that reads one user after another, with the SDK and with `fetch` alone. */
export async function measureServerReads({ serverUrl, clientKey, serverKey, userId }: Target): Promise<Measurement> {
  const app = new ServerApp({
    tokenStore: null,
    projectId: 'internal',
    baseUrl: serverUrl,
    publishableClientKey: clientKey,
    secretServerKey: serverKey,
  })
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': serverKey,
  }
  const readWithSdk = async () => {
    if ((await app.getUser(userId))?.id !== userId) throw new Error('The SDK did not read the user.')
  }
  const readBare = async () => {
    const response = await fetch(`${serverUrl}/api/v1/users/${userId}`, { headers })
    if (((await response.json()) as { id: string }).id !== userId) throw new Error(`Status ${response.status}`)
  }

  await secondsOf(readWithSdk)
  await secondsOf(readBare)
  const runs: { sdk: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++) {
    runs.push({ sdk: await secondsOf(readWithSdk), bare: await secondsOf(readBare) })
  }
  const middle = runs.sort((a, b) => a.sdk / a.bare - b.sdk / b.bare)[Math.floor(rounds / 2)]!
  return {
    what: 'a thousand reads with ServerApp compared with bare fetch',
    value: middle.sdk / middle.bare,
    unit: '×',
    target: 1.3,
    atLeast: false,
    detail: `${middle.sdk.toFixed(2)} s against ${middle.bare.toFixed(2)} s`,
  }
}

async function secondsOf(read: () => Promise<void>): Promise<number> {
  const started = performance.now()
  for (let count = 0; count < reads; count++) await read()
  return (performance.now() - started) / 1000
}
