import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { marketing, transactional } from '../../emails/notifications/categories.ts'
import { createUnsubscribeLink } from '../../emails/notifications/unsubscribe.ts'
import { assets } from '../../http/pages/assets.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { race, separateServer, type TestProject, testProject } from '../../testing/index.ts'
import { createTestProject, sendRequest } from '../../testing/project.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const asServer = { as: 'server' as const }
const route = 'PATCH /emails/notification-preference/{user_id}/{category_id}' as const

const body = (category: typeof marketing, enabled: boolean) => ({
  notification_category_id: category.id,
  notification_category_name: category.name,
  enabled,
  can_disable: category.canDisable,
})

async function listPreferences({ call }: TestProject, user_id: string) {
  const list = await call('GET /emails/notification-preference/{user_id}', { ...asServer, params: { user_id } })
  return list.items
}

describe('preferences', () => {
  test('are always both categories, enabled until someone decides', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const params = { user_id: 'me' }
    const list = await project.call('GET /emails/notification-preference/{user_id}', { user: person, params })
    expect(list).toStrictEqual({ items: [body(transactional, true), body(marketing, true)], is_paginated: false })
  })

  test('start with marketing off if the project requires opt-in, which decides for nobody who has decided', async () => {
    const project = await testProject()
    const [ada, bob] = [await createPerson(project), await createPerson(project)]
    const params = { user_id: bob.id, category_id: marketing.id }
    await project.call(route, { ...asServer, params, body: { enabled: true } })
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { config: { marketing_opt_in: true } },
    })
    expect(await listPreferences(project, ada.id)).toEqual([body(transactional, true), body(marketing, false)])
    expect(await listPreferences(project, bob.id)).toEqual([body(transactional, true), body(marketing, true)])
  })

  test('are disabled and enabled again, by the user and by the server', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const own = { user: person, params: { user_id: 'me', category_id: marketing.id.toUpperCase() } }
    expect(await project.call(route, { ...own, body: { enabled: false } })).toStrictEqual(body(marketing, false))
    expect(await listPreferences(project, person.id)).toEqual([body(transactional, true), body(marketing, false)])
    const params = { user_id: person.id, category_id: marketing.id }
    await project.call(route, { ...asServer, params, body: { enabled: true } })
    expect(await listPreferences(project, person.id)).toEqual([body(transactional, true), body(marketing, true)])
  })

  test('also from transactional emails', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const params = { user_id: 'me', category_id: transactional.id }
    expect(await project.call(route, { user: person, params, body: { enabled: false } })).toStrictEqual(
      body(transactional, false),
    )
  })

  test('of others are refused to clients, after unknown categories are', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const other = await createPerson(project)
    const send = (category_id: string, user_id = other.id) =>
      project.send(route, { user: person, params: { user_id, category_id }, body: { enabled: false } })
    expect(await send(randomUUID())).toMatchObject({ status: 404 })
    expect(await send('marketing')).toMatchObject({ status: 400, body: { code: 'SCHEMA_ERROR' } })
    expect(await send(marketing.id)).toMatchObject({ status: 403 })
    expect(
      await project.send('GET /emails/notification-preference/{user_id}', {
        user: person,
        params: { user_id: other.id },
      }),
    ).toMatchObject({ status: 403 })
  })

  test('need a signed-in user at client level, whoever is named', async () => {
    const project = await testProject()
    const { id: user_id } = await createPerson(project)
    const read = await project.send('GET /emails/notification-preference/{user_id}', { params: { user_id } })
    const params = { user_id, category_id: marketing.id }
    const change = await project.send(route, { params, body: { enabled: false } })
    for (const answer of [read, change]) {
      expect(answer).toMatchObject({ status: 401, body: { code: 'USER_AUTHENTICATION_REQUIRED' } })
    }
    const own = await project.send('GET /emails/notification-preference/{user_id}', { params: { user_id: 'me' } })
    expect(own).toMatchObject({ status: 400, body: { code: 'CANNOT_GET_OWN_USER_WITHOUT_USER' } })
  })

  test('of an unknown user are USER_NOT_FOUND for a server', async () => {
    const project = await testProject()
    await expect(listPreferences(project, randomUUID())).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    const params = { user_id: randomUUID(), category_id: marketing.id }
    await expect(project.call(route, { ...asServer, params, body: { enabled: true } })).rejects.toMatchObject({
      code: 'USER_NOT_FOUND',
    })
  })

  test('decided twenty times at once are one decision', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const params = { user_id: 'me', category_id: marketing.id }
    const { failed } = await race(20, (index) =>
      project.call(route, { user: person, params, body: { enabled: index % 2 === 0 } }),
    )
    expect(failed).toEqual([])
    expect(await listPreferences(project, person.id)).toHaveLength(2)
  })
})

describe('the unsubscribe link', () => {
  const createLink = ({ id, server }: TestProject, person: Person) => {
    const { db, config, now } = server.platform
    const email = { userId: person.id, categoryId: marketing.id, baseUrl: config.url, now: now() }
    return inTransaction(db, (trx) => createUnsubscribeLink(trx, id, email))
  }

  test('leads to a page with the brand of the project', async () => {
    const project = await testProject()
    const logo_url = 'https://shop.example.com/logo.png'
    await project.call('PATCH /internal/projects/current', {
      as: 'admin',
      body: { display_name: 'Ada & Sons', logo_url },
    })
    const link = await createLink(project, await createPerson(project))
    for (const method of ['GET', 'POST']) {
      const text = await (await project.server.fetch(link, { method })).text()
      expect(text).toContain('<title>Unsubscribe · Ada &amp; Sons</title>')
      expect(text).toMatch(/<span class="brand">\s*<img src="https:\/\/shop.example.com\/logo.png"[^>]*>Ada &amp; Sons/)
      expect(text).not.toContain('>Latchkey<')
      expect(text).not.toContain('/>Latchkey')
    }
  })

  test('is opened without harm, and unsubscribes with a click', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const link = await createLink(project, person)
    expect(link).toMatch(/^http:\/\/localhost:8102\/api\/v1\/emails\/unsubscribe-link\?code=[0-9a-z]{45}$/)
    const page = await project.server.fetch(link.replace(/[^=]+$/, (code) => code.toUpperCase()))
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    const text = await page.text()
    expect(text).toContain('<form method="post">')
    expect(text).not.toContain('<script')
    for (const { path } of [assets.baseStyles, assets.cardStyles]) expect(text).toContain(path)
    expect(await listPreferences(project, person.id)).toContainEqual(body(marketing, true))

    const done = await project.server.fetch(link, { method: 'POST' })
    expect(done.status).toBe(200)
    expect(await done.text()).toContain('You’ve unsubscribed')
    expect(await listPreferences(project, person.id)).toContainEqual(body(marketing, false))
  })

  test('says when it was used before, and does not undo a later decision', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const link = await createLink(project, person)
    await project.server.fetch(link, { method: 'POST' })
    const params = { user_id: 'me', category_id: marketing.id }
    await project.call(route, { user: person, params, body: { enabled: true } })
    for (const method of ['GET', 'POST']) {
      const again = await project.server.fetch(link, { method })
      expect(again.status).toBe(200)
      expect(await again.text()).toContain('already')
    }
    expect(await listPreferences(project, person.id)).toContainEqual(body(marketing, true))
  })

  test('works from the button of an email program', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const response = await project.server.fetch(await createLink(project, person), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(response.status).toBe(200)
    expect(await listPreferences(project, person.id)).toContainEqual(body(marketing, false))
  })

  test('shows names of people and projects as text', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const { db } = project.server.platform
    await db.updateTable('projects').set({ display_name: '<b>Shop' }).where('id', '=', project.id).execute()
    const page = await project.server.fetch(await createLink(project, person))
    expect(await page.text()).toContain('&lt;b&gt;Shop')
  })

  test('is refused when it is incomplete, unknown or too old', async () => {
    let now = Date.now()
    const server = await separateServer({ now: () => new Date(now) })
    const project = await createTestProject(server)
    const link = await createLink(project, await createPerson(project))
    for (const name of ['GET /emails/unsubscribe-link', 'POST /emails/unsubscribe-link']) {
      const send = (query = {}) => sendRequest(server, name, { query })
      expect(await send()).toMatchObject({ status: 400, body: expect.any(String) })
      expect(await send({ code: 'short' })).toMatchObject({ status: 400, body: expect.any(String) })
      expect(await send({ code: '0'.repeat(45) })).toMatchObject({ body: { code: 'VERIFICATION_CODE_NOT_FOUND' } })
    }
    now += 8 * 24 * 3600 * 1000
    const response = await server.fetch(link)
    expect(response.headers.get('x-stack-known-error')).toBe('VERIFICATION_CODE_EXPIRED')
  })

  test('of a user who is gone leads nowhere', async () => {
    const project = await testProject()
    const person = await createPerson(project)
    const link = await createLink(project, person)
    await project.call('DELETE /users/{user_id}', { ...asServer, params: { user_id: person.id } })
    const response = await project.server.fetch(link, { method: 'POST' })
    expect(response.headers.get('x-stack-known-error')).toBe('VERIFICATION_CODE_NOT_FOUND')
  })
})
