import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildExample, buildExampleWithOldestVersion, startApp, supportedNext } from './next-app.ts'
import { fetchHtml, openQuietBrowser, signUp, writeNote } from './next-pages.ts'
import { useNextProject } from './next-project.ts'

const project = useNextProject()
let newest: string
let oldest: string
beforeAll(async () => {
  newest = await buildExample()
  oldest = await buildExampleWithOldestVersion()
}, 1_200_000)

test('the peer dependency covers the versions that run here, and no newer major version', () => {
  const versionOf = (folder: string): string =>
    JSON.parse(readFileSync(join(folder, 'node_modules/next/package.json'), 'utf8')).version
  expect(versionOf(oldest)).toBe(supportedNext.oldest)
  expect(Number.parseInt(versionOf(newest), 10)).toBe(supportedNext.endMajor - 1)
})

describe('the oldest Next.js', () => {
  let app: Awaited<ReturnType<typeof startApp>>
  beforeAll(async () => {
    app = await startApp(oldest, project.env)
  }, 600_000)
  afterAll(() => app?.stop())

  test('runs the same app', async () => {
    const page = await openQuietBrowser()
    const person = await signUp(page, app.url)
    await writeNote(page, 'Two foxes')
    expect(await fetchHtml(page, `${app.url}/profile`)).toContain(person.email)
    await page.goto(`${app.url}/team`)
    await page.getByRole('heading', { name: 'Start a team' }).waitFor()
    await page.goto(`${app.url}/handler/sign-out`)
    await page.getByRole('link', { name: 'Create an account' }).waitFor()
    await page.goto(`${app.url}/team`)
    await page.waitForURL(`${app.url}/handler/sign-in?after_auth_return_to=%2Fteam`)
    expect(app.errors).toEqual([])
  })
})
