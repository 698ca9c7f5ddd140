import { describe, expect, test } from 'vitest'
import { createAccessToken } from '../testing/access-tokens.ts'
import { createClient, createServer, openProject } from '../testing/open-project.ts'

// Requests to an app's server are untrusted. Malformed credentials must count as signed out and never throw, because an
// unexpected exception could crash the server.

const jwt = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.e30`
const long = 'x'.repeat(6000)
const headers: Record<string, string> = {
  'an array': '[]',
  'a number': '7',
  'a text': '"text"',
  nothing: 'null',
  'broken JSON': '{"accessToken":',
  'a lone percent sign': '%',
  'objects for tokens': '{"accessToken":{},"refreshToken":{}}',
  'numbers for tokens': '{"accessToken":1,"refreshToken":2}',
  'lists of tokens': '{"accessToken":["a"],"refreshToken":["r"]}',
  'the word undefined': '{"accessToken":"undefined","refreshToken":"undefined"}',
  'a huge text': 'x'.repeat(100_000),
  'huge tokens': JSON.stringify({ accessToken: 'x'.repeat(100_000), refreshToken: 'x'.repeat(100_000) }),
  'long tokens': JSON.stringify({ accessToken: long, refreshToken: long }),
  'a long access token': JSON.stringify({ accessToken: long }),
  'markup for a refresh token': JSON.stringify({ refreshToken: `"><script>&=%00${'%'.repeat(20)}` }),
  'an access token that expired': JSON.stringify({ accessToken: createAccessToken({ lifeSeconds: -10 }) }),
  'an access token of another server': JSON.stringify({ accessToken: createAccessToken() }),
  'an access token with odd claims': JSON.stringify({
    accessToken: jwt({ sub: '../../x', role: 'authenticated', exp: {}, iat: 'now' }),
  }),
  'an access token that never expires': JSON.stringify({ accessToken: jwt({ sub: 'x', role: 'authenticated' }) }),
  'an unknown session': JSON.stringify({ accessToken: createAccessToken(), refreshToken: 'r1' }),
}

describe.each(Object.entries(headers))('%s instead of a session', (_name, auth) => {
  test('counts as signed out on a server and in a browser', async () => {
    const { project } = await openProject()
    const request = { headers: new Headers({ 'x-stack-auth': auth }) }
    expect(await createServer(project).getUser({ tokenStore: request })).toBeNull()
    expect(await createClient(project).getUser({ tokenStore: request })).toBeNull()
  })
})

test.each([
  'stack-refresh-%P=%',
  'stack-refresh-%P=r1; stack-access=%5B',
  `stack-refresh-%P=${long}`,
  '=;;=',
  '%',
])('cookies like %.40s are not a session', async (cookie) => {
  const { project } = await openProject()
  const request = { headers: new Headers({ cookie: cookie.replace('%P', project.id) }) }
  expect(await createServer(project).getUser({ tokenStore: request })).toBeNull()
})
