import { expect, test } from 'vitest'
import { findAccessibilityProblems } from './axe.ts'
import { demoUrl, fillSignIn, fillSignUp, newPerson, openBrowser, signUp } from './browser.ts'
import { inviteToTeam, listTeams } from './invitations.ts'
import { pressTwice } from './slow-connection.ts'

async function invite(email = newPerson().email): Promise<string> {
  const host = await openBrowser()
  await signUp(host)
  return inviteToTeam(host, 'The Analysts', email)
}

test('an invited user creates an account, comes back and joins', async () => {
  const person = newPerson()
  const link = await invite(person.email)
  const page = await openBrowser()
  await page.goto(link)
  await page.getByRole('heading', { name: "You're invited to a team" }).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(page, person)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Join The Analysts?' }).waitFor()
  await page.getByText(`You'll join as ${person.email}.`).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const joins: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/team-invitations/accept') && request.method() === 'POST') joins.push(request.url())
  })
  await pressTwice(page.getByRole('button', { name: 'Join' }), '**/team-invitations/accept')
  await page.getByRole('heading', { name: 'Welcome to The Analysts' }).waitFor()
  expect(joins).toHaveLength(1)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'Go home' }).click()
  await page.waitForURL(demoUrl)
  expect(await listTeams(page)).toEqual(['The Analysts'])

  await page.goBack()
  await page.getByRole('heading', { name: 'This link has already been used' }).waitFor()
})

test('an invitation is good for one person, whichever of two tabs is faster', async () => {
  const link = await invite()
  const page = await openBrowser({ colorScheme: 'dark', width: 380 })
  const person = await signUp(page)
  const otherTab = await page.context().newPage()
  for (const tab of [page, otherTab]) {
    await tab.goto(link)
    await tab.getByRole('heading', { name: 'Join The Analysts?' }).waitFor()
  }
  await page.getByRole('button', { name: 'Join' }).click()
  await page.getByRole('heading', { name: 'Welcome to The Analysts' }).waitFor()
  await otherTab.getByRole('button', { name: 'Join' }).click()
  await otherTab.getByRole('heading', { name: 'This link has already been used' }).waitFor()
  expect(await findAccessibilityProblems(otherTab)).toEqual([])

  // A user with an account signs in.
  const elsewhere = await openBrowser()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(elsewhere, person)
  await elsewhere.getByRole('heading', { name: 'This link has already been used' }).waitFor()
  expect(await listTeams(elsewhere)).toEqual(['The Analysts'])
})

test('declining leads to the home page, and the invitation stays valid', async () => {
  const link = await invite()
  const page = await openBrowser()
  await signUp(page)
  await page.goto(link)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.waitForURL(demoUrl)
  expect(await listTeams(page)).toEqual([])
  await page.goto(link)
  await page.getByRole('heading', { name: 'Join The Analysts?' }).waitFor()
})
