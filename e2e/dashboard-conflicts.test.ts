import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser, serverUrl } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

/** Another owner of the project, in a browser of their own. */
async function openSecondOwner({ askAsAdmin }: Awaited<ReturnType<typeof openOwnedProject>>) {
  const person = newPerson()
  await askAsAdmin('POST', '/internal/owner-invitations', { email: person.email, role: 'owner' })
  const { link } = await waitForEmail(person.email, 'owner_invitation', serverUrl)
  const page = await openBrowser()
  await page.goto(link!)
  await page.getByLabel('Choose a password').fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  return { page, email: person.email }
}

test('two owners change the same: the second learns who changed what, and keeps some of both', async () => {
  const project = await openOwnedProject()
  const { page: mine, open } = project
  const { page: theirs, email } = await openSecondOwner(project)
  await open('/settings')
  await theirs.goto(mine.url())
  await mine.getByLabel('Name').fill('Mine')
  await mine.getByLabel('Description').fill('My description')
  await theirs.getByLabel('Name').fill('Theirs')
  await theirs.getByLabel('Description').fill('Their description')
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await theirs.getByText('The settings were saved.').waitFor()
  await theirs.getByRole('link', { name: 'Users and teams' }).click()
  await theirs.getByRole('switch', { name: 'Users can create teams' }).click()
  await theirs.getByRole('button', { name: 'Save changes' }).click()
  await theirs.getByText('The settings were saved.').last().waitFor()

  await mine.getByRole('button', { name: 'Save changes' }).click()
  const dialog = mine.getByRole('dialog', { name: 'Someone else changed these, too' })
  const name = dialog.getByRole('group', { name: 'Name' })
  await name.getByText(email).waitFor()
  expect(await findAccessibilityProblemsInBothSchemes(mine)).toEqual([])
  await shot(mine)
  await name.getByRole('radio', { name: 'Theirs' }).check()
  await dialog.getByRole('group', { name: 'Description' }).getByRole('radio', { name: 'Mine' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await mine.getByText('The settings were saved.').waitFor()
  expect(await project.askAsAdmin('GET', '/internal/projects/current')).toMatchObject({
    display_name: 'Theirs',
    description: 'My description',
    config: { client_team_creation_enabled: true },
  })
})
