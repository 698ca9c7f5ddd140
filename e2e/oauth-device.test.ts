import * as openid from 'openid-client'
import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { fillSignUp, newPerson, openBrowser, serverUrl } from './browser.ts'
import { openOwnedProject } from './owned-project.ts'
import { switchOn } from './web-client.ts'

test('a person connects a device with the code that it shows', async () => {
  const owned = await openOwnedProject()
  await switchOn(owned)
  const { id } = await owned.askAsAdmin('POST', '/oauth-clients', { type: 'native', display_name: 'Planner TV' })
  const issuer = new URL(`${serverUrl}/oauth/${owned.id}`)
  const config = await openid.discovery(issuer, String(id), undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  })
  const started = await openid.initiateDeviceAuthorization(config, { scope: 'openid email' })
  expect(new URL(started.verification_uri).pathname).toBe(`/oauth/${owned.id}/device`)
  const connected = openid.pollDeviceAuthorizationGrant(config, started)

  const page = await openBrowser()
  await page.goto(started.verification_uri)
  await page.getByRole('link', { name: 'Create an account' }).click()
  const person = newPerson()
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('heading', { name: 'Connect a device' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-device-code')).toEqual([])
  await page.getByLabel('Code').fill('AAAA-AAAA')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This code is wrong or has expired. Check your device.').waitFor()
  await page.getByLabel('Code').fill(` ${started.user_code.toLowerCase().replace('-', ' ')}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Connect Planner TV?' }).waitFor()
  await page.getByText('Continue only if you just started this yourself.').waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-device')).toEqual([])
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Your device is connected' }).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(page, 'oauth-device-done')).toEqual([])

  const tokens = await connected
  const { sub = '' } = tokens.claims() ?? {}
  expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({ email: person.email })

  // A link may bring the code along, but only the person sends it, and it works once.
  await page.goto(started.verification_uri_complete ?? '')
  await expect.poll(() => page.getByLabel('Code').inputValue()).toBe(started.user_code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('This code is wrong or has expired. Check your device.').waitFor()
})
