import { beforeAll, describe, expect, test } from 'vitest'
import { newEmail, separateServer } from '../../testing/index.ts'
import { sendRequestedCodes } from '../../testing/outbox.ts'
import { createTestProject, goodPassword, type TestProject } from '../../testing/project.ts'
import type { TestServer } from '../../testing/server.ts'
import { createPerson } from '../../testing/world.ts'

let server: TestServer
beforeAll(async () => {
  server = await separateServer({ config: { rateLimits: true } })
})

const callback_url = 'http://localhost:3000/callback'
const codeProject = () => createTestProject(server, { 'auth.otp.allowSignIn': true })

const ways = {
  'sign-in codes': 'POST /auth/otp/send-sign-in-code',
  'reset codes': 'POST /auth/password/send-reset-code',
} as const

async function countEmails(project: TestProject): Promise<number> {
  await sendRequestedCodes(project)
  const { id } = project
  const emails = server.platform.db.selectFrom('outgoing_emails').select('id').where('project_id', '=', id)
  return (await emails.execute()).length
}

let addresses = 0
const newAddress = () => `198.18.7.${++addresses}`

describe.each(Object.entries(ways))('%s', (_, route) => {
  test('are limited to five per hour for a recipient and one for a newcomer, regardless of who requests them', async () => {
    const project = await codeProject()
    const { email } = await createPerson(project)
    const statuses: number[] = []
    for (let round = 0; round < 50; round++) {
      // Another spelling is the same mailbox.
      const body = { email: round % 2 ? email : email.toUpperCase(), callback_url }
      statuses.push((await project.send(route, { body, address: newAddress() })).status)
    }
    expect(statuses).toEqual([...Array(6).fill(200), ...Array(44).fill(429)])
    expect(await countEmails(project)).toBe(6)
  })

  test('are limited to thirty per hour and caller, whoever receives them', async () => {
    const project = await codeProject()
    const address = newAddress()
    const statuses: number[] = []
    for (let round = 0; round < 50; round++) {
      const { email } = await createPerson(project)
      const response = await project.send(route, { body: { email, callback_url }, address })
      statuses.push(response.status)
      if (response.status === 429) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(20).fill(429)])
    expect(await countEmails(project)).toBe(30)
  })

  test('still reach the owner after five strangers have used them up', async () => {
    const project = await codeProject()
    const { email } = await createPerson(project, { password: goodPassword })
    const home = newAddress()
    const body = { email, password: goodPassword }
    await project.send('POST /auth/password/sign-in', { body, address: home })
    const request = async (address: string) =>
      (await project.send(route, { body: { email, callback_url }, address })).status
    const strangers = Array.from({ length: 5 }, newAddress)
    for (const stranger of strangers) expect(await request(stranger)).toBe(200)
    for (const stranger of strangers) expect(await request(stranger)).toBe(429)

    // From where they have signed in before, then from somewhere else.
    for (let round = 0; round < 5; round++) expect(await request(home)).toBe(200)
    expect(await request(home)).toBe(429)
    const newDevice = newAddress()
    expect(await request(newDevice)).toBe(200)
    expect(await request(newDevice)).toBe(429)
  })

  test('are refused alike for known and unknown addresses', async () => {
    const project = await codeProject()
    const { email } = await createPerson(project)
    const responsesFor = async (to: string) => {
      const responses = []
      for (let round = 0; round < 7; round++) {
        responses.push((await project.send(route, { body: { email: to, callback_url }, address: newAddress() })).status)
      }
      return responses
    }
    expect(await responsesFor(newEmail())).toEqual(await responsesFor(email))
  })
})
