import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openOwner, openPerson, openProject, show, showKnown } from '../testing/real-server.test.tsx'

const plainTheme = 'b2a2e4f0-6b0e-4f4e-9a53-1d3c5b7a9f10'
const theme = (text: string) => `
  import { Html } from '@react-email/components'
  export const EmailTheme = ({ children }) => <Html><b>${text}</b>{children}</Html>`
const template = (text: string) => `
  import { NotificationCategory, Subject } from '@stackframe/emails'
  export const EmailTemplate = () => <><Subject value="Hi" />
    <NotificationCategory value="Transactional" /><p>${text}</p></>`

/** An unreachable email server, which is never contacted. */
const ownEmailServer = {
  isShared: false,
  provider: 'smtp',
  host: '127.0.0.1',
  port: 1,
  username: 'user',
  password: 'password',
  senderName: 'Sender',
  senderEmail: 'sender@example.com',
}

test('shows the project with its settings and production mode errors', async () => {
  const { adminApp } = await openProject()
  const project = await show(() => adminApp.useProject())
  expect(project().displayName).toBe('Fieldnotes')
  const config = await show(() => adminApp.useProject().useConfig())
  expect(config().auth.allowSignUp).toBe(true)
  const mistakes = showKnown(() => adminApp.useProject().useProductionModeErrors())
  expect(mistakes()).toMatchObject([{ relativeFixUrl: `/projects/${project().id}/domains` }])

  await act(() => project().update({ displayName: 'Field guide', config: { allowLocalhost: false } }))
  expect(project().displayName).toBe('Field guide')
  expect(mistakes()).toEqual([])
  await act(() => project().updateConfig({ 'auth.allowSignUp': false }))
  expect(config().auth.allowSignUp).toBe(false)
  expect(project().config.signUpEnabled).toBe(false)
})

test('shows the keys of the project', async () => {
  const { adminApp } = await openProject()
  const descriptions = await show(() => adminApp.useInternalApiKeys().map(({ description }) => description))
  expect(descriptions()).toEqual(['Test'])
  const keys = await act(() =>
    adminApp.createInternalApiKey({
      description: 'Staging',
      expiresAt: new Date('2100-01-01'),
      hasPublishableClientKey: true,
      hasSecretServerKey: false,
      hasSuperSecretAdminKey: false,
    }),
  )
  expect(descriptions()).toEqual(['Staging', 'Test'])
  await act(() => keys.update({ description: 'Stage' }))
  expect(descriptions()).toEqual(['Stage', 'Test'])
})

test('shows the permission definitions', async () => {
  const { adminApp } = await openProject()
  const inTeams = await show(() => adminApp.useTeamPermissionDefinitions().map(({ id }) => id))
  const inProject = await show(() => adminApp.useProjectPermissionDefinitions().map(({ id }) => id))
  await act(() => adminApp.createTeamPermissionDefinition({ id: 'write', containedPermissionIds: [] }))
  await act(() => adminApp.createProjectPermissionDefinition({ id: 'moderate', containedPermissionIds: [] }))
  expect(inTeams()).toContain('write')
  expect(inTeams()).not.toContain('moderate')
  expect(inProject()).toContain('moderate')
  await act(() => adminApp.deleteTeamPermissionDefinition('write'))
  expect(inTeams()).not.toContain('write')
})

test('shows email themes, templates, drafts and previews', async () => {
  const { adminApp } = await openProject({
    'emails.server': ownEmailServer,
    'emails.selectedThemeId': plainTheme,
    [`emails.themes.${plainTheme}`]: { displayName: 'Plain', tsxSource: theme('Plain') },
  })
  const themes = await show(() => adminApp.useEmailThemes().map(({ displayName }) => displayName))
  await act(() => adminApp.createEmailTheme('Ours'))
  expect(themes()).toContain('Ours')

  const source = await show(() => adminApp.useEmailTheme(plainTheme).tsxSource)
  const templateTsxSource = template('Hello')
  const preview = await show(() => adminApp.useEmailPreview({ themeId: plainTheme, templateTsxSource }))
  expect(preview()).toContain('Plain')
  await act(() => adminApp.updateEmailTheme(plainTheme, theme('Plainer')))
  expect(source()).toBe(theme('Plainer'))
  expect(preview()).toContain('Plainer')

  const templates = await show(() => adminApp.useEmailTemplates().map(({ displayName }) => displayName))
  await act(() => adminApp.createEmailTemplate('Birthday'))
  expect(templates()).toContain('Birthday')

  const drafts = await show(() => adminApp.useEmailDrafts().map(({ displayName }) => displayName))
  const draft = await act(() => adminApp.createEmailDraft({ displayName: 'News' }))
  expect(drafts()).toEqual(['News'])
  await act(() => adminApp.updateEmailDraft(draft.id, { displayName: 'Old news' }))
  expect(drafts()).toEqual(['Old news'])
})

test('shows the payment account and transactions', async () => {
  const { adminApp } = await openProject({
    'payments.items': { calls: { displayName: 'Calls', customerType: 'custom' } },
  })
  const account = await show(() => adminApp.useStripeAccountInfo())
  expect(account()).toBeNull()
  await act(() => adminApp.setupPayments())
  expect(account()).toMatchObject({ account_id: expect.any(String) })

  const transactions = await show(() => adminApp.useTransactions({ customerType: 'custom' }).transactions)
  expect(transactions()).toEqual([])
  await act(() => adminApp.createItemQuantityChange({ customCustomerId: 'acme', itemId: 'calls', quantity: 2 }))
  expect(transactions()).toMatchObject([{ type: 'item_quantity_change', quantity: 2, customer_id: 'acme' }])
})

test('shows webhooks and the portal token', async () => {
  const { adminApp } = await openProject()
  const endpoints = await show(() => adminApp.useWebhookEndpoints().map(({ url }) => url))
  await act(() => adminApp.createWebhookEndpoint({ url: 'https://example.com/webhooks' }))
  expect(endpoints()).toEqual(['https://example.com/webhooks'])
  const token = await show(() => adminApp.useSvixToken())
  expect(token()).toEqual(expect.any(String))
  // A new token that is fetched also appears on the screen.
  const next = await act(() => adminApp.getSvixToken())
  expect(token()).toBe(next)
})

test('shows metrics with and without anonymous users', async () => {
  const { adminApp } = await openPerson()
  const metrics = await show(() => adminApp.useMetrics())
  const all = await show(() => adminApp.useMetrics({ includeAnonymous: true }))
  expect([metrics().totalUsers, all().totalUsers]).toEqual([1, 1])
  const created = await act(() => adminApp.createUser({ displayName: 'Charles' }))
  expect([metrics().totalUsers, all().totalUsers]).toEqual([2, 2])
  expect(metrics().recentlyRegistered.map(({ id }) => id)).toContain(created.id)
})

test('shows the projects of a user of the internal project, and their apps have the same hooks', async () => {
  const { owner, createProject } = await openOwner()
  const names = await show(() => owner.useOwnedProjects().map(({ displayName }) => displayName))
  expect(names()).toEqual([])
  const project = await act(createProject)
  expect(names()).toEqual(['Fieldnotes'])

  const { app } = project
  const shown = await show(() => app.useProject())
  const config = await show(() => project.useConfig())
  await act(() => shown().update({ displayName: 'Field guide', config: { signUpEnabled: false } }))
  expect(shown().displayName).toBe('Field guide')
  expect(config().auth.allowSignUp).toBe(false)
  expect(names()).toEqual(['Field guide'])

  const users = await show(() => app.useUsers())
  const { id } = await act(() => app.createUser({ displayName: 'Charles' }))
  expect(users().map((user) => user.id)).toEqual([id])
  const channels = await show(() => users()[0]!.useContactChannels())
  expect(channels()).toEqual([])
  const definitions = await show(() => app.useTeamPermissionDefinitions().map((definition) => definition.id))
  await act(() => app.createTeamPermissionDefinition({ id: 'write', containedPermissionIds: [] }))
  expect(definitions()).toContain('write')
})
