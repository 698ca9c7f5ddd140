import { inject } from 'vitest'
import type { Override } from '../projects/project-config/override.ts'
import { closeAfterFile } from './opened-servers.ts'
import { createTestProject, projectWithKeys, type TestProject } from './project.ts'
import { internalKeys, openTestServer, type TestServer } from './server.ts'

export { type FakeModel, openFakeModel } from './ai-model.ts'
export { TestAuthenticator } from './authenticator.ts'
export { type ChildProgram, killPrograms, removeFolder, startProgram } from './child-program.ts'
export { createDatabase, execute } from './database.ts'
export { openEmailServer, ownEmailServer, type TestEmail } from './email.ts'
export { openFakeStripe } from './fake-stripe/server.ts'
export { forge, forgeries, readForgeable, wrongClaims } from './forged-tokens.ts'
export { openGoogle, ownGoogleSettings } from './google.ts'
export { listenOnPort } from './listening.ts'
export { type NameServer, openNameServer } from './name-server.ts'
export { giveAccess } from './oauth-grants.ts'
export { type OidcServer, openOidcServer } from './oidc-server.ts'
export { createTestProject, goodPassword, newEmail, type SignedUp, type TestProject, WireError } from './project.ts'
export { openTestServer, type TestServer, testSecret, testUrl } from './server.ts'
export { openWayTo } from './silent-network.ts'
export { openScriptedSmtp, type ScriptedSmtp } from './smtp-script.ts'
export { openWebhookReceiver, runDeliveries, type WebhookReceiver } from './webhook-receiver.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseUrl: string
  }
}

let shared: Promise<TestServer> | undefined

/** The server that tests share. It lives as long as their process, so that it and its connections are opened once. */
export function testServer(): Promise<TestServer> {
  shared ??= openTestServer(inject('databaseUrl'))
  return shared
}

/** One project per test, so that every test also tests isolation. */
export async function testProject(settings: Override = {}): Promise<TestProject> {
  return createTestProject(await testServer(), settings)
}

/** The internal project. */
export async function internalProject(): Promise<TestProject> {
  return projectWithKeys(await testServer(), 'internal', internalKeys)
}

type OwnSettings = NonNullable<Parameters<typeof openTestServer>[1]>

/**
 * A separate server for tests that need other settings or another clock. Closed after the tests of the file. All have
 * the same URL, because the internal project of their database trusts the URL of the last one started.
 */
export async function separateServer(
  options: OwnSettings & { config?: OwnSettings['config'] & { url?: never } },
): Promise<TestServer> {
  return closeAfterFile(await openTestServer(inject('databaseUrl'), options))
}

/** Runs the same function many times concurrently and returns which calls succeeded. */
export async function race<T>(times: number, run: (index: number) => Promise<T>) {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, (_, index) => run(index)))
  return {
    succeeded: outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    failed: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])),
  }
}
