import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { testServer } from '../../../testing/index.ts'
import { beginSignIn, openProvider, readInteraction } from '../../../testing/oauth-provider.ts'

const provider = await openProvider(await testServer())
const registered = await provider.addClient()
const user = await provider.project.signUp()

function readForm(html: string) {
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1]
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  return { action, fields: new URLSearchParams(inputs.map(([, name, value]): [string, string] => [name!, value!])) }
}

async function approvePosted(parameters: Record<string, string> = {}) {
  const begun = await beginSignIn(provider, registered, { response_mode: 'form_post', ...parameters })
  const browser = provider.newBrowser()
  const params = { interaction_id: readInteraction(await browser.open(begun.url)) }
  const route = 'POST /oauth-provider/interactions/{interaction_id}/approve'
  const { redirect_url } = await provider.project.call(route, { params, body: {}, user })
  const response = await browser.open(redirect_url)
  return { ...begun, browser, response, form: readForm(await response.text()) }
}

test('the answer is posted to the client, and its script is allowed by its hash only', async () => {
  const { response, form, state, verifier } = await approvePosted({ nonce: 'n' })
  expect(response.status).toBe(200)
  expect(form.action).toBe(registered.redirectUri)
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'/)
  expect(policy).toContain("frame-ancestors 'none'")

  const issuer = new URL(provider.issuer)
  const options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: (url: string, init?: object) => provider.fetch(url, init as RequestInit),
  }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options))
  const client = { client_id: registered.id }
  const parameters = oauth.validateAuthResponse(server, client, form.fields, state)
  const authentication = oauth.ClientSecretBasic(registered.secret)
  const { redirectUri } = registered
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    options,
  )
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, { expectedNonce: 'n' })
  expect(oauth.getValidatedIdTokenClaims(tokens)!.sub).toBe(user.user_id)
})

test('an error is posted, too, with the issuer', async () => {
  const { url } = await beginSignIn(provider, registered, { response_mode: 'form_post', prompt: 'none' })
  const response = await provider.newBrowser().open(url)
  const { action, fields } = readForm(await response.text())
  expect(action).toBe(registered.redirectUri)
  expect(Object.fromEntries(fields)).toMatchObject({ error: 'login_required', iss: provider.issuer })
})

test('what the client sends along cannot break out of the form', async () => {
  const { form } = await approvePosted({ state: '"><script>alert(1)</script>' })
  expect(form.fields.get('state')).not.toContain('<script>')
})
