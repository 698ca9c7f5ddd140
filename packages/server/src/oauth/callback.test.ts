import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestProject, separateServer, type TestProject, type TestServer } from '../testing/index.ts'
import { type OidcServer, openOidcServer } from '../testing/oidc-server.ts'
import {
  appUrl,
  newPerson,
  sharedIssuer,
  sharedProviderSettings,
  signInAt,
  signInWithProvider,
} from '../testing/provider-sign-in.ts'

let idp: OidcServer
let server: TestServer
const newProject = (settings = {}): Promise<TestProject> =>
  createTestProject(server, { ...sharedProviderSettings, ...settings })

beforeAll(async () => {
  idp = await openOidcServer()
  server = await separateServer({ config: sharedIssuer(idp) })
})

afterAll(() => idp.close())

describe('a sign-in with a provider', () => {
  test('ends at the app with a code and its state, and the code becomes a session', async () => {
    const project = await newProject()
    const person = newPerson({ picture: 'https://example.com/ada.png' })
    const { response } = await signInAt(idp, project, person)
    expect(response.status).toBe(303)
    const location = new URL(response.headers.get('location')!)
    expect(location.href.startsWith(`${appUrl}&`)).toBe(true)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      from: 'app',
      code: expect.stringMatching(/^[0-9a-z]{45}$/),
      state: 'state-of-the-app',
    })
    expect(await response.json()).toEqual({})

    const again = await signInWithProvider(idp, project, person)
    expect(again).toMatchObject({ is_new_user: false, after_callback_redirect_url: null })
    expect(again.user).toMatchObject({
      display_name: 'Ada Lovelace',
      primary_email: person.email,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      profile_image_url: 'https://example.com/ada.png',
      has_password: false,
      is_anonymous: false,
      oauth_providers: [{ id: 'google', account_id: person.sub, email: person.email }],
    })
  })
})
