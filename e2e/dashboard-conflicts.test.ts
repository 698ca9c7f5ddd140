import { expect, test } from 'vitest'
import { findAccessibilityProblemsInBothSchemes } from './axe.ts'
import { newPerson, openBrowser, serverUrl } from './browser.ts'
import { waitForEmail } from './emails.ts'
import { openOwnedProject } from './owned-project.ts'
import { shot } from './shot.ts'

type Project = Awaited<ReturnType<typeof openOwnedProject>>
type Ask = Project['askAsAdmin']

/** Another owner of the project, in a browser of their own. */
async function openSecondOwner({ askAsAdmin, id }: Project) {
  const person = newPerson()
  await askAsAdmin('POST', '/internal/owner-invitations', { email: person.email, role: 'owner' })
  const { link } = await waitForEmail(person.email, 'owner_invitation', serverUrl)
  const page = await openBrowser()
  const withToken = page.waitForRequest((request) => 'x-stack-admin-access-token' in request.headers())
  await page.goto(link!)
  await page.getByLabel('Choose a password').fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const token = (await withToken).headers()['x-stack-admin-access-token']!
  const headers = {
    'x-stack-project-id': id,
    'x-stack-access-type': 'admin',
    'x-stack-admin-access-token': token,
  }
  const ask: Ask = async (method, path, data) => {
    const response = await page.request.fetch(`${serverUrl}/api/v1${path}`, { method, headers, data })
    expect(response.status(), `${method} ${path}`).toBeLessThan(300)
    return response.json()
  }
  return { page, email: person.email, ask }
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
  const dialog = mine.getByRole('dialog', { name: 'Someone else changed these too' })
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

interface Journey {
  page: string
  /** Creates what is edited, and returns its path. */
  prepare?: (ask: Ask) => Promise<unknown>
  /** Opens the dialog with the field, if there is one. */
  edit?: string
  field: string
  values?: readonly [theirs: string, mine: string]
  /** What the other owner saves meanwhile. */
  change: (ask: Ask, value: string, page: string) => Promise<unknown>
  read: string
}

const configure = (ask: Ask, settings: object) =>
  ask('PATCH', '/internal/config/override', { config_override_string: JSON.stringify(settings) })

const magicLink = '822687fe-8d0a-4467-a0d1-416b6e639478'
const github = { type: 'github', isShared: false, clientId: 'first', clientSecret: 'secret' }
const pro = { displayName: 'Pro', customerType: 'user', prices: { monthly: { USD: '5', interval: [1, 'month'] } } }

/** Finds one of several by its ID. */
const findIn = (list: unknown, id: string) =>
  (list as { id: string; document: object }[]).find((each) => each.id === id)!

const journeys: Journey[] = [
  {
    page: '/branding',
    field: 'Name',
    change: (ask, display_name) => ask('PATCH', '/internal/projects/current', { display_name }),
    read: '/internal/projects/current',
  },
  {
    page: '/sign-in-methods/github',
    prepare: (ask) =>
      configure(ask, {
        'auth.oauth.providers.github': { ...github, allowSignIn: true, allowConnectedAccounts: true },
      }),
    field: '3. Client ID',
    change: (ask, value) => configure(ask, { 'auth.oauth.providers.github.clientId': value }),
    read: '/internal/config',
  },
  {
    page: '/domains',
    prepare: (ask) =>
      configure(ask, { 'domains.trustedDomains.app': { baseUrl: 'https://a.example', handlerPath: '/handler' } }),
    edit: 'Edit https://a.example',
    field: 'Handler path',
    values: ['/theirs', '/mine'],
    change: (ask, value) => configure(ask, { 'domains.trustedDomains.app.handlerPath': value }),
    read: '/internal/config',
  },
  {
    page: `/emails/templates/${magicLink}`,
    field: 'Subject',
    change: async (ask, subject) => {
      const { templates } = await ask('GET', '/internal/email-templates')
      const document = { ...findIn(templates, magicLink).document, subject }
      return ask('PATCH', `/internal/email-templates/${magicLink}`, { document })
    },
    read: '/internal/email-templates',
  },
  {
    page: '/emails/themes/{id}',
    prepare: (ask) => ask('POST', '/internal/email-themes', { display_name: 'Our theme' }),
    field: 'Footer (optional)',
    change: async (ask, footer, page) => {
      const route = page.replace('/emails/themes/', '/internal/email-themes/')
      const { document } = await ask('GET', route)
      return ask('PATCH', route, { document: { ...(document as object), footer } })
    },
    read: '/internal/email-themes/{id}',
  },
  {
    page: '/payments/offers/pro',
    prepare: (ask) => configure(ask, { 'payments.offers.pro': pro }),
    field: 'Name',
    change: (ask, value) => configure(ask, { 'payments.offers.pro': { ...pro, displayName: value } }),
    read: '/internal/config',
  },
  {
    page: '/webhooks/{id}',
    prepare: (ask) => ask('POST', '/internal/webhook-endpoints', { url: 'https://a.example/webhooks' }),
    edit: 'Edit',
    field: 'Description (optional)',
    change: (ask, description, page) =>
      ask('PATCH', page.replace('/webhooks/', '/internal/webhook-endpoints/'), { description }),
    read: '/internal/webhook-endpoints/{id}',
  },
]

test('every page that saves shows what another owner has changed in the meantime, and keeps the chosen value', async () => {
  const project = await openOwnedProject()
  const { page: mine, open, askAsAdmin } = project
  const { email, ask } = await openSecondOwner(project)
  for (const { page, prepare, edit, field, values: [theirs, own] = ['Lamp', 'Lantern'], change, read } of journeys) {
    const { id } = ((await prepare?.(askAsAdmin)) ?? {}) as { id?: string }
    const at = (path: string) => path.replace('{id}', id ?? '')
    await open(at(page))
    if (edit) await mine.getByRole('button', { name: edit, exact: true }).click()
    await mine.getByRole('textbox', { name: field, exact: true }).fill(own)
    await change(ask, theirs, at(page))
    await mine.getByRole('button', { name: /^Save( changes)?$/ }).click()
    const dialog = mine.getByRole('dialog', { name: 'Someone else changed this too' })
    await dialog.getByText(email).waitFor()
    await dialog.getByText(theirs).last().waitFor()
    await dialog.getByRole('radio', { name: 'Mine' }).check()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const isSaved = async () => {
      const saved = JSON.stringify(await askAsAdmin('GET', at(read)))
      return { page, keepsMine: saved.includes(own), keepsTheirs: saved.includes(theirs) }
    }
    await expect.poll(isSaved, { timeout: 20_000 }).toEqual({ page, keepsMine: true, keepsTheirs: false })
  }
})
