import type { Page } from 'playwright-core'
import { waitForEmail } from './emails.ts'

interface DebuggedPage {
  __LATCHKEY__: {
    app: {
      getUser(): Promise<{
        createTeam(options: object): Promise<{ inviteUser(options: object): Promise<void> }>
        listTeams(): Promise<{ displayName: string }[]>
      }>
    }
  }
}

/** Sends an invitation like an app's page for its signed-in user. Returns the link in the email. */
export async function inviteToTeam(page: Page, displayName: string, email: string): Promise<string> {
  await page.evaluate(
    async ({ displayName, email }) => {
      const user = await (globalThis as unknown as DebuggedPage).__LATCHKEY__.app.getUser()
      const team = await user.createTeam({ displayName })
      await team.inviteUser({ email })
    },
    { displayName, email },
  )
  return (await waitForEmail(email, 'team_invitation', new URL(page.url()).origin)).link!
}

export function listTeams(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const user = await (globalThis as unknown as DebuggedPage).__LATCHKEY__.app.getUser()
    return (await user.listTeams()).map(({ displayName }) => displayName)
  })
}
