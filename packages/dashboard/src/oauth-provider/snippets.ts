import type { Reply } from '../data/call.ts'

type Client = Pick<Reply<'GET /oauth-clients/{id}'>, 'type' | 'redirect_uris'>

interface Environment {
  issuer: string
  clientId: string
  type: Client['type']
  secret: string | null
}

export function environmentFor({ issuer, clientId, type, secret }: Environment): string {
  const prefix = prefixFor(type)
  const lines = [`${prefix}OAUTH_ISSUER=${issuer}`, `${prefix}OAUTH_CLIENT_ID=${clientId}`]
  return (secret ? [...lines, `OAUTH_CLIENT_SECRET=${secret}`] : lines).join('\n')
}

/** Only what begins with it gets into apps that Vite builds. */
const prefixFor = (type: Client['type']) => (type === 'single_page' ? 'VITE_' : '')

/** A sign-in, or a token for the client itself, with a library that knows the standards. */
export function snippetFor({ type, redirect_uris }: Client, hasSecret: boolean): string {
  const start = discovery(type, hasSecret)
  if (type === 'machine') return `${start}\n\n${machine}`
  return redirect_uris[0] ? `${start}\n\n${signIn(redirect_uris[0])}` : `${start}\n\n${device}`
}

const discovery = (type: Client['type'], hasSecret: boolean) => {
  const prefix = prefixFor(type)
  const from = prefix ? 'import.meta.env' : 'process.env'
  const values = [`new URL(${from}.${prefix}OAUTH_ISSUER)`, `${from}.${prefix}OAUTH_CLIENT_ID`]
  if (hasSecret) values.push(`${from}.OAUTH_CLIENT_SECRET`)
  else values.push('undefined', 'client.None()')
  return `import * as client from 'openid-client'\n\nconst config = await client.discovery(\n  ${values.join(',\n  ')},\n)`
}

const signIn = (redirectUri: string) => `const verifier = client.randomPKCECodeVerifier()
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: '${redirectUri.replaceAll("'", '%27')}',
  scope: 'openid profile email',
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
})
// Send the browser to url. When it comes back to currentUrl:
const tokens = await client.authorizationCodeGrant(config, currentUrl, { pkceCodeVerifier: verifier })`

const machine = 'const { access_token } = await client.clientCredentialsGrant(config)'

const device = `const request = await client.initiateDeviceAuthorization(config, { scope: 'openid profile email' })
console.log('Open', request.verification_uri, 'and enter', request.user_code)
const tokens = await client.pollDeviceAuthorizationGrant(config, request)`
