import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser, serverUrl } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { heading, openOwnedProject } from './owned-project.ts'

const hostileNames = ['<img src=x onerror=alert(1)>', 'שלום עולם', '👩‍🚀 Zoë', 'x'.repeat(200)]

test('opens other pages and projects from the menu on a phone', async () => {
  const { page, open, teamId, askAsOwner } = await openOwnedProject()
  await askAsOwner('POST', '/internal/projects', { display_name: 'Orchard', owner_team_id: teamId })
  await page.setViewportSize({ width: 380, height: 800 })
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await open('/domains')
  await menu.click()
  await page.getByRole('link', { name: 'Teams', exact: true }).click()
  await heading(page, 'Teams').waitFor()
  await menu.click()
  await page.getByRole('button', { name: 'switch project' }).click()
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  // The star button stars the project, the rest of the row opens it.
  await page
    .getByRole('option', { name: /Orchard/ })
    .locator('.switcher-star')
    .click()
  await page.getByRole('option', { name: /Orchard starred/ }).click({ position: { x: 60, y: 10 } })
  await heading(page, 'Overview').waitFor()
  await menu.click()
  await page.getByRole('button', { name: /Orchard.*switch project/ }).waitFor()
})

test('finds, stars, creates, transfers and deletes projects on the projects page', async () => {
  const { page, id, teamId, askAsOwner } = await openOwnedProject()
  for (const display_name of [...hostileNames, 'Orchard', 'Paperclip']) {
    await askAsOwner('POST', '/internal/projects', { display_name, owner_team_id: teamId })
  }
  await askAsOwner('POST', '/teams?add_current_user=true', { display_name: 'Night shift' })
  await page.goto(`${serverUrl}/dashboard/projects`)
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  const names = () => page.locator('.projects .ui-row-link').allInnerTexts()
  const menu = async (name: string, item: string) => {
    await card(name)
      .getByRole('button', { name: `More for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await card('Fieldnotes').getByText('0 users').waitFor()
  await expect.poll(names).toHaveLength(7)
  for (const width of [380, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])

  // A menu closes after a choice, even before its animation ends.
  const isMenuLeft = await page.evaluate(async () => {
    const nextTurn = () =>
      new Promise((resume) => {
        const channel = new MessageChannel()
        channel.port1.onmessage = resume
        channel.port2.postMessage(undefined)
      })
    const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')]
    const isPlaced = () =>
      items().some((item) => getComputedStyle(item.closest('[role=menu]')!).animationName !== 'none')
    document.documentElement.style.setProperty('--ui-quick', '60s')
    document
      .querySelector('[aria-label="More for Orchard"]')!
      .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }))
    while (!isPlaced()) await nextTurn()
    items()
      .find((item) => item.innerText === 'Transfer')!
      .click()
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    document.documentElement.style.removeProperty('--ui-quick')
    return items().length > 0
  })
  expect(isMenuLeft).toBe(false)
  await page.getByRole('dialog', { name: 'Transfer project' }).getByRole('button', { name: 'Cancel' }).click()

  // A star moves a project to the top, also after a reload.
  await card('Paperclip').getByRole('button', { name: 'Star Paperclip' }).click()
  await expect.poll(async () => (await names())[0]).toBe('Paperclip')
  await page.reload()
  await card('Paperclip').getByRole('button', { name: 'Unstar Paperclip', pressed: true }).waitFor()
  expect((await names())[0]).toBe('Paperclip')

  const search = page.getByRole('searchbox', { name: 'Find a project' })
  await search.fill('orch')
  await expect.poll(names).toEqual(['Orchard'])
  await search.fill('nothing like it')
  await page.getByText('No projects match “nothing like it”.').waitFor()
  await search.fill('')

  await page.getByRole('link', { name: 'Create project' }).click()
  await heading(page, 'Create a project').waitFor()
  await page.getByLabel('Name').fill('Lantern')
  await page.getByLabel('Owner').selectOption('Night shift')
  await page.keyboard.press('Enter')
  await heading(page, 'Connect your app').waitFor()
  await page.goto(`${serverUrl}/dashboard/projects`)

  // Transfer to another team.
  await menu('Orchard', 'Transfer')
  const transfer = page.getByRole('dialog', { name: 'Transfer project' })
  await transfer.getByLabel('New owner').selectOption('Night shift')
  expect(await findAccessibilityProblemsInBothSchemes(page)).toEqual([])
  await transfer.getByRole('button', { name: 'Transfer' }).click()
  await page.getByText('The project was transferred.').waitFor()
  await transfer.waitFor({ state: 'detached' })

  // Transfer to a person, who gets only this project.
  const receiver = newPerson()
  await menu('Fieldnotes', 'Transfer')
  await transfer.getByLabel('Another person').check()
  await transfer.getByText('its other owners lose access immediately').waitFor()
  await transfer.getByRole('button', { name: 'Invite' }).click()
  await transfer.getByText('Enter an email address.').waitFor()
  await transfer.getByLabel('Their email').fill(receiver.email)
  await page.keyboard.press('Enter')
  await page.getByText(`${receiver.email} was invited.`).waitFor()
  // A closing dialog restores the focus, which would close a menu.
  await transfer.waitFor({ state: 'detached' })
  const { link } = await waitForEmail(receiver.email, 'owner_invitation')
  const other = await openBrowser()
  await other.goto(link!)
  await heading(other, 'Join as a project owner').waitFor()
  await menu('Fieldnotes', 'Settings')
  await page.getByRole('link', { name: 'Owners' }).click()
  await page.getByRole('row', { name: receiver.email }).waitFor()
  expect(page.url()).toContain(id)
  // Projects that stay in the old team do not list the invitation.
  await page.goto(`${serverUrl}/dashboard/projects`)
  await menu('Paperclip', 'Settings')
  await page.getByRole('link', { name: 'Owners' }).click()
  await page.getByRole('heading', { name: 'Owners' }).waitFor()
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
  expect(await page.getByText(receiver.email).count()).toBe(0)
  await page.goto(`${serverUrl}/dashboard/projects`)

  // The name must be typed, even if it is long or unusual.
  for (const name of hostileNames) {
    await menu(name, 'Delete')
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
    const confirm = dialog.getByRole('button', { name: 'Delete project' })
    await dialog.getByRole('textbox').fill('not its name')
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill(name)
    await confirm.click()
    await dialog.waitFor({ state: 'detached' })
    await card(name).waitFor({ state: 'detached' })
  }
  await expect.poll(names).toEqual(['Paperclip', 'Fieldnotes', 'Lantern', 'Orchard'])
})
