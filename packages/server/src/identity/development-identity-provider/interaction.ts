import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ProviderType, providerNames } from '@latchkey/contract'
import type Provider from 'oidc-provider'
import { mountPath } from './mount-path.ts'
import { renderProblem, renderSignIn, sendPage } from './page.ts'
import { type Accounts, readPerson, readRecentPeople, rememberInBrowser } from './people.ts'
import { findApp } from './way-back.ts'

const maxFormLength = 10_000

/** The only page: asks which account to sign in with, and redirects back. There is no consent page. */
export async function answerInteraction(
  provider: Provider,
  accounts: Accounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await provider.interactionDetails(request, response).catch(() => undefined)
  if (!details) {
    const app = findApp(request.headers.cookie)
    sendPage(response, 400, renderProblem('This sign-in has expired or has already been completed.', app))
    return
  }
  const clientId = String(details.params.client_id)
  const title = providerNames[clientId as ProviderType]
  const recent = readRecentPeople(request.headers.cookie)
  if (request.method !== 'POST') {
    sendPage(response, 200, renderSignIn({ title, recent }))
    return
  }
  const form = new URLSearchParams((await text(request)).slice(0, maxFormLength))
  if (form.has('cancel')) {
    const refusal = { error: 'access_denied', error_description: 'The user canceled the sign-in.' }
    return provider.interactionFinished(request, response, refusal)
  }
  const person = form.has('person') ? recent[Number(form.get('person'))] : readPerson(form)
  if (person === undefined || typeof person === 'string') {
    sendPage(
      response,
      400,
      renderSignIn({ title, recent, typed: form, problem: person ?? 'Enter the email address to sign in with.' }),
    )
    return
  }
  response.setHeader('set-cookie', rememberInBrowser(person, recent, mountPath))
  const accountId = accounts.remember(clientId, person)
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(String(details.params.scope))
  const result = { login: { accountId, remember: false }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result)
}
