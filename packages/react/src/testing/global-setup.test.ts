import type { TestProject } from 'vitest/node'
import { allowSlowRendering } from '../../../server/src/testing/email.ts'
import { openFakeStripe } from '../../../server/src/testing/fake-stripe/server.ts'
import openDatabase from '../../../server/src/testing/global-setup.ts'
import { openGoogle } from '../../../server/src/testing/google.ts'
import { listenOnPort } from '../../../server/src/testing/listening.ts'
import { internalKeys, openTestServer } from '../../../server/src/testing/server.ts'

interface RealServer {
  url: string
  /** The URL of the fake Google provider. */
  googleUrl: string
  internalKeys: typeof internalKeys
}

declare module 'vitest' {
  export interface ProvidedContext {
    realServer: RealServer
  }
}

/** The real server on a real port, with a fake provider and payment service. It runs outside the page. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let databaseUrl = ''
  const closeDatabase = await openDatabase({
    provide: (_name: string, value: string) => {
      databaseUrl = value
    },
  } as never)
  const [stripe, google] = await Promise.all([openFakeStripe(), openGoogle()])
  const server = await openTestServer(databaseUrl, { config: { stripe: stripe.config }, outbound: google.outbound })
  allowSlowRendering(server)
  const { url, close } = await listenOnPort(server)
  project.provide('realServer', { url, googleUrl: google.idp.url, internalKeys })
  return async () => {
    await close()
    await server.close()
    await Promise.all([stripe.close(), google.idp.close()])
    await closeDatabase()
  }
}
