import { testUrl } from '@latchkey/server/testing'
import type { ConvexHttpClient } from 'convex/browser'
import type { ConvexReactClient } from 'convex/react'
import type { AuthConfig, GenericActionCtx, GenericMutationCtx, GenericQueryCtx, UserIdentity } from 'convex/server'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { expect, expectTypeOf, test } from 'vitest'
import { type ConvexContext, getConvexProvidersConfig } from '../index.ts'
import { createClient, createServer, openPerson, openProject } from '../testing/open-project.ts'

/** Verifies a token as Convex does: fetches the keys and checks issuer and audience. */
async function verifyLikeConvex(token: string, projectId: string): Promise<JWTPayload> {
  const [{ issuer, jwks, algorithm, applicationID }] = getConvexProvidersConfig({ projectId, baseUrl: testUrl })
  const keys: JSONWebKeySet = await (await fetch(jwks, {})).json()
  const checks = { issuer, audience: applicationID, algorithms: [algorithm] }
  return (await jwtVerify(token, createLocalJWKSet(keys), checks)).payload
}

/** The `ctx` of a function that is called with these claims. */
function createContext(claims?: JWTPayload): ConvexContext {
  if (!claims) return { auth: { getUserIdentity: async () => null } }
  const { sub, iss, name, email, email_verified, ...others } = claims as Record<string, string>
  const named = { tokenIdentifier: `${iss}|${sub}`, subject: sub!, issuer: iss, name, email }
  const identity = { ...others, ...named, emailVerified: !!email_verified }
  return { auth: { getUserIdentity: async () => identity } }
}

test('Convex accepts the token of a signed-in user and no other', async () => {
  const { app, project, user } = await openPerson()
  const token = await app.getConvexHttpClientAuth()
  expect(await verifyLikeConvex(token, project.id)).toMatchObject({ sub: user.id, email: user.primaryEmail })

  const elsewhere = await openPerson()
  const foreign = await elsewhere.app.getConvexHttpClientAuth()
  await expect(verifyLikeConvex(foreign, project.id)).rejects.toThrow()
})

test('there is no token when nobody is signed in', async () => {
  const { project } = await openProject()
  const app = createClient(project)
  expect(await app.getConvexClientAuth()({ forceRefreshToken: false })).toBeNull()
  await expect(app.getConvexHttpClientAuth()).rejects.toThrow('Nobody is signed in')
})

test('a client with a persistent connection gets the same token until it requests a new one', async () => {
  const { app, takeRequests } = await openPerson()
  const fetchToken = app.getConvexClientAuth()
  const first = await fetchToken({ forceRefreshToken: false })
  expect(await fetchToken({ forceRefreshToken: false })).toBe(first)
  takeRequests()
  expect(decodeJwt((await fetchToken({ forceRefreshToken: true }))!).sub).toBe(decodeJwt(first!).sub)
  expect(takeRequests()).toEqual(['POST /auth/oauth/token'])
})

test('an access token without a refresh token is never dropped', async () => {
  const { project, user } = await openPerson()
  const { accessToken } = await user.getAuthJson()
  const tokenStore = { accessToken, refreshToken: null }
  const fetchToken = createClient(project, { tokenStore: null }).getConvexClientAuth({ tokenStore })
  expect(await fetchToken({ forceRefreshToken: true })).toBe(accessToken)
})

test('a Convex function knows its caller', async () => {
  const { app, project, user, serverApp } = await openPerson()
  const ctx = createContext(decodeJwt(await app.getConvexHttpClientAuth()))
  expect(await app.getPartialUser({ from: 'convex', ctx })).toEqual({
    id: user.id,
    displayName: user.displayName,
    primaryEmail: user.primaryEmail,
    primaryEmailVerified: false,
    isAnonymous: false,
    secondFactorRequired: false,
  })
  expect(await serverApp.getUser({ from: 'convex', ctx })).toMatchObject({ id: user.id, serverMetadata: null })

  const nobody = createContext()
  expect(await app.getPartialUser({ from: 'convex', ctx: nobody })).toBeNull()
  expect(await serverApp.getUser({ from: 'convex', ctx: nobody })).toBeNull()
  await expect(serverApp.getUser({ from: 'convex', ctx: nobody, or: 'throw' })).rejects.toThrow('not signed in')

  await serverApp.getUser(user.id).then((found) => found!.delete())
  expect(await createServer(project).getUser({ from: 'convex', ctx })).toBeNull()
})

test('anonymous users are ignored unless requested', async () => {
  const { project } = await openProject()
  const app = createClient(project)
  const { id } = await app.getUser({ or: 'anonymous' })
  const ctx = createContext(decodeJwt(await app.getConvexHttpClientAuth()))
  const serverApp = createServer(project)
  expect(await app.getPartialUser({ from: 'convex', ctx })).toBeNull()
  expect(await app.getPartialUser({ from: 'convex', ctx, or: 'anonymous' })).toMatchObject({ id, isAnonymous: true })
  expect(await serverApp.getUser({ from: 'convex', ctx })).toBeNull()
  expect(await serverApp.getUser({ from: 'convex', ctx, or: 'anonymous' })).toMatchObject({ id })
})

test('everything matches the types of Convex', () => {
  type App = ReturnType<typeof createClient>
  expectTypeOf<{ providers: ReturnType<typeof getConvexProvidersConfig> }>().toExtend<AuthConfig>()
  expectTypeOf<ReturnType<App['getConvexClientAuth']>>().toExtend<Parameters<ConvexReactClient['setAuth']>[0]>()
  expectTypeOf<Awaited<ReturnType<App['getConvexHttpClientAuth']>>>().toExtend<
    Parameters<ConvexHttpClient['setAuth']>[0]
  >()
  expectTypeOf<GenericQueryCtx<never>>().toExtend<ConvexContext>()
  expectTypeOf<GenericMutationCtx<never>>().toExtend<ConvexContext>()
  expectTypeOf<GenericActionCtx<never>>().toExtend<ConvexContext>()
  expectTypeOf<UserIdentity>().toExtend<NonNullable<Awaited<ReturnType<ConvexContext['auth']['getUserIdentity']>>>>()
})
