import { ClientApp, KnownErrors } from '@latchkey/sdk'
import { canOpenBrowser, openBrowser } from './browser.ts'
import { credentialsPath, removeCredentials, saveCredentials } from './credentials.ts'
import { exitCodes, explainOutage, Failure } from './failures.ts'
import { describeUser, openSession } from './session.ts'
import { getSettings, type SettingOptions, type Settings } from './settings.ts'
import { paint, print, toPlainText } from './terminal.ts'

/** A link that nobody has opened by then should not stay valid. */
const expiresInMillis = 10 * 60_000

export interface LoginOptions extends SettingOptions {
  browser: boolean
}

export async function login({ browser, ...options }: LoginOptions): Promise<void> {
  const settings = await getSettings(options)
  warnIfReadable(settings)
  const refreshToken = await stoppable((signal) => waitForConfirmation(settings, browser, signal))
  const { appUrl: _, ...place } = settings
  const credentials = { ...place, refreshToken }
  const replaced = await saveCredentials(credentials)
  const { user, project } = await openSession(credentials)
  if (!user) {
    await removeCredentials(credentials)
    throw new Failure('The new session is no longer valid. Run `latchkey login` again.', exitCodes.notSignedIn)
  }
  const name = paint(process.stdout, 'bold', describeUser(user))
  print(`${paint(process.stdout, 'green', '✓')} Signed in to ${project} as ${name}.`)
  print(paint(process.stdout, 'dim', `  The session is stored in ${credentialsPath()}.`))
  // The previous session is no longer needed. If this fails, it expires on its own.
  if (replaced) await endSession(replaced).catch(() => undefined)
}

async function endSession(credentials: Parameters<typeof openSession>[0]): Promise<void> {
  await (await openSession(credentials)).user?.signOut()
}

async function waitForConfirmation(settings: Settings, browser: boolean, signal: AbortSignal): Promise<string> {
  const { apiUrl, appUrl, projectId, publishableClientKey } = settings
  const app = new ClientApp({ baseUrl: apiUrl, projectId, publishableClientKey, tokenStore: null })
  const promptLink = (link: string) => showLink(link, browser)
  const result = await app.promptCliLogin({ appUrl, promptLink, expiresInMillis, signal }).catch((error: unknown) => {
    throw explainOutage(error, apiUrl)
  })
  if (result.status === 'ok') return result.data
  if (KnownErrors.CliAuthExpiredError.isInstance(result.error)) {
    throw new Failure('Nobody confirmed the login within ten minutes. Run `latchkey login` again.')
  }
  if (KnownErrors.CliAuthUsedError.isInstance(result.error)) {
    throw new Failure('Another program has already used this login. Run `latchkey login` again.')
  }
  throw new Failure(toPlainText(result.error.message))
}

async function showLink(link: string, browser: boolean): Promise<void> {
  const isOpened = browser && canOpenBrowser() && (await openBrowser(link))
  print(isOpened ? 'Opening your browser. If it does not open, use this link:' : 'Open this link in a browser:')
  print()
  print(`  ${paint(process.stdout, 'cyan', link)}`)
  print()
  print(paint(process.stdout, 'dim', 'Waiting for your confirmation. Press Ctrl-C to cancel.'))
}

/** Ctrl-C stops waiting immediately, even while a request is running. */
async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  let stop = () => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => {
      reject(new Failure('Cancelled. You are not signed in.', exitCodes.interrupted))
      controller.abort()
    }
  })
  process.once('SIGINT', stop)
  try {
    return await Promise.race([work(controller.signal), stopped])
  } finally {
    process.off('SIGINT', stop)
  }
}

function warnIfReadable({ apiUrl }: Settings): void {
  const { protocol, hostname } = new URL(apiUrl)
  if (protocol === 'https:' || /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)) return
  process.stderr.write(`! ${apiUrl} is not encrypted: others on the network can read your session.\n`)
}
