import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { goodPassword, separateServer } from '../../testing/index.ts'
import { createTestProject } from '../../testing/project.ts'
import { createPerson } from '../../testing/world.ts'

/** The texts of the statements that count against limits. */
async function watchCounting(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([first]) => (first as unknown as { text?: string }).text ?? String(first))
    return texts.filter((text) => /rate_limits|guess_limits|count_/.test(text))
  } finally {
    query.mockRestore()
  }
}

test('all limits of a sign-in are counted in one statement, and given back in one', async () => {
  const project = await createTestProject(await separateServer({ config: { rateLimits: true } }))
  const { email } = await createPerson(project, { password: goodPassword })
  const signIn = (password: string) => project.send('POST /auth/password/sign-in', { body: { email, password } })
  expect(await watchCounting(async () => expect((await signIn('wrong password')).status).toBe(400))).toHaveLength(1)
  expect(await watchCounting(async () => expect((await signIn(goodPassword)).status).toBe(200))).toHaveLength(2)
})
