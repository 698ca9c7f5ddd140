import { describe, expect, test } from 'vitest'
import { images, toDataUrl } from '../../testing/images.ts'
import { race, type TestProject, testProject, testUrl } from '../../testing/index.ts'
import { createPerson, type Person } from '../../testing/world.ts'

const plain400 = { status: 400, code: undefined }
const schemaError = { status: 400, body: { code: 'SCHEMA_ERROR' } }

type Format = keyof typeof images

/** An image with zeros from this byte on. */
const spoiled = (format: Format, from: number) => Buffer.concat([images[format].subarray(0, from), Buffer.alloc(60)])

function setAsClient({ call }: TestProject, user: Person, profile_image_url: string | null) {
  return call('PATCH /users/me', { user, body: { profile_image_url } })
}

function setAsServer({ call }: TestProject, user: Person, profile_image_url: string | null) {
  const body = { profile_image_url }
  return call('PATCH /users/{user_id}', { as: 'server', params: { user_id: user.id }, body })
}

async function fetchImage({ server }: TestProject, url: string | null): Promise<Response> {
  return server.fetch(url!)
}

describe('a data URL', () => {
  test.each([
    ['png', 'png'],
    ['jpg', 'jpeg'],
    ['jpeg', 'jpeg'],
    ['gif', 'gif'],
    ['bmp', 'bmp'],
    ['webp', 'webp'],
  ] as [string, Format][])('of %s is stored and becomes a URL of ours', async (type, format) => {
    const project = await testProject()
    const user = await createPerson(project)
    const { profile_image_url } = await setAsClient(project, user, toDataUrl(type, images[format]))

    const name = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    expect(profile_image_url).toMatch(
      new RegExp(`^${testUrl}/files/${project.id}/user-profile-images/${name}\\.${format}$`),
    )
    expect((await project.call('GET /users/me', { user })).profile_image_url).toBe(profile_image_url)
    const response = await fetchImage(project, profile_image_url)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(images[format])
  })

  // ASVS 3.2.1, 5.3.1
  test('is served so that a browser shows an image and runs nothing', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const script = Buffer.concat([images.gif, Buffer.from('<script>alert(1)</script>')])
    const { profile_image_url } = await setAsClient(project, user, toDataUrl('gif', script))

    const { headers } = await fetchImage(project, profile_image_url)
    expect(headers.get('content-type')).toBe('image/gif')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(profile_image_url).toMatch(/\.gif$/)
  })

  test('can come with the creation of a user', async () => {
    const project = await testProject()
    const body = { profile_image_url: toDataUrl('png', images.png) }
    const { profile_image_url } = await project.call('POST /users', { as: 'server', body })
    expect((await fetchImage(project, profile_image_url)).status).toBe(200)
  })

  // ASVS 1.3.4, 5.2.2
  test.each([
    ['that says it is something else', 'data:image/not-valid;base64,test'],
    ['of a drawing that can run scripts', toDataUrl('svg+xml', Buffer.from('<svg onload="alert(1)"/>'))],
    ['of a drawing without base64', 'data:image/svg+xml,<svg/onload=alert(1)>'],
    ['of a page', `data:text/html;base64,${Buffer.from('<script>').toString('base64')}`],
    ['of a page that calls itself an image', toDataUrl('png', Buffer.from('<script>alert(1)</script>'))],
    ['of a drawing that calls itself an image', toDataUrl('png', Buffer.from('<svg onload="alert(1)"/>'))],
    ['without content', 'data:image/png;base64,'],
    ['of the first bytes of an image and nothing more', 'data:image/png;base64,iVBORw0KGgo='],
    ['of the first bytes of an image before anything else', toDataUrl('png', spoiled('png', 8))],
    ['of a photograph that ends before its size', toDataUrl('jpeg', images.jpeg.subarray(0, 60))],
    ['of a photograph without a frame', toDataUrl('jpeg', Buffer.from('ffd8ffd9', 'hex'))],
    ['of an animation without a size', toDataUrl('gif', spoiled('gif', 6))],
    ['of an image of another kind than it says', toDataUrl('png', images.gif)],
    ['of a photograph that calls itself a drawing', toDataUrl('png', images.jpeg)],
    ['of a bitmap without a size', toDataUrl('bmp', spoiled('bmp', 14))],
    ['of a WebP image of no known kind', toDataUrl('webp', spoiled('webp', 12))],
    ['with broken base64', 'data:image/png;base64,iVBORw0KGgo*'],
    ['with a second type', toDataUrl('png;charset=utf-8', images.png)],
  ])('%s is refused', async (_, url) => {
    const project = await testProject()
    const user = await createPerson(project)
    await expect(setAsClient(project, user, url)).rejects.toMatchObject(plain400)
    await expect(setAsServer(project, user, url)).rejects.toMatchObject(plain400)
    expect((await project.call('GET /users/me', { user })).profile_image_url).toBeNull()
  })

  test('of an unusual type name is looked at when a server sends it', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    for (const type of ['x-icon', 'PNG']) {
      const url = toDataUrl(type, images.png)
      await expect(setAsClient(project, user, url)).rejects.toMatchObject(plain400)
      expect((await setAsServer(project, user, url)).profile_image_url).toMatch(/\.png$/)
    }
  })

  // ASVS 5.2.1
  test('holds an image of at most 0.1 MB, whoever sends it', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const imageOf = (length: number) =>
      toDataUrl('png', Buffer.concat([images.png, Buffer.alloc(length - images.png.byteLength)]))
    for (const set of [setAsClient, setAsServer]) {
      const { profile_image_url } = await set(project, user, imageOf(104_857))
      expect(profile_image_url).toMatch(/\.png$/)
      await expect(set(project, user, imageOf(104_858))).rejects.toMatchObject(plain400)
      await expect(set(project, user, imageOf(740_000))).rejects.toMatchObject(plain400)
    }
  })

  test('has at most a million characters', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const profile_image_url = toDataUrl('png', images.png).replace(/=+$/, '').padEnd(1_000_001, 'A')
    expect(await project.send('PATCH /users/me', { user, body: { profile_image_url } })).toMatchObject(schemaError)
  })
})

describe('an address on the web', () => {
  test.each([
    'http://localhost:3000/a.png',
    'https://example.com/a.png?size=1',
    'HTTPS://example.com',
    'http://127.0.0.1',
  ])('%s is kept for a server and refused for a client', async (url) => {
    const project = await testProject()
    const user = await createPerson(project)
    expect((await setAsServer(project, user, url)).profile_image_url).toBe(url)
    await expect(setAsClient(project, user, url)).rejects.toMatchObject(plain400)
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'blob:https://example.com/1',
  ])('is not %s', async (url) => {
    const project = await testProject()
    const user = await createPerson(project)
    await expect(setAsServer(project, user, url)).rejects.toMatchObject(plain400)
    await expect(setAsClient(project, user, url)).rejects.toMatchObject(plain400)
  })

  test.each([
    '',
    'example.com/a.png',
    '/a.png',
    'https://exa mple.com',
    'https://example.com/a b.png',
  ])('%j is a schema error', async (profile_image_url) => {
    const project = await testProject()
    const user = await createPerson(project)
    const request = { as: 'server' as const, params: { user_id: user.id }, body: { profile_image_url } }
    expect(await project.send('PATCH /users/{user_id}', request)).toMatchObject(schemaError)
  })
})

describe('a stored image', () => {
  const png = toDataUrl('png', images.png)

  async function countFiles({ server, id }: TestProject): Promise<number> {
    const files = await server.platform.db.selectFrom('files').select('id').where('project_id', '=', id).execute()
    return files.length
  }

  test('is gone when another replaces it, when it is cleared and when its user is deleted', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const statusOf = async (url: string | null) => (await fetchImage(project, url)).status

    const first = (await setAsClient(project, user, png)).profile_image_url
    const second = (await setAsClient(project, user, toDataUrl('gif', images.gif))).profile_image_url
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    expect((await setAsClient(project, user, null)).profile_image_url).toBeNull()
    expect(await statusOf(second)).toBe(404)
    const third = (await setAsClient(project, user, png)).profile_image_url
    await setAsServer(project, user, 'https://example.com/elsewhere.png')
    expect(await statusOf(third)).toBe(404)
    const fourth = (await setAsClient(project, user, png)).profile_image_url
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: user.id } })
    expect(await statusOf(fourth)).toBe(404)
    expect(await countFiles(project)).toBe(0)
  })

  test('stays when a server sets the same URL again, and when other things change', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const { profile_image_url } = await setAsClient(project, user, png)
    expect((await setAsServer(project, user, profile_image_url)).profile_image_url).toBe(profile_image_url)
    await project.call('PATCH /users/me', { user, body: { display_name: 'Ada' } })
    expect((await fetchImage(project, profile_image_url)).status).toBe(200)
  })

  test('stays when someone else was given its URL and then another one, or goes', async () => {
    const project = await testProject()
    const [user, other] = [await createPerson(project), await createPerson(project)]
    const { profile_image_url } = await setAsClient(project, user, png)
    await setAsServer(project, other, profile_image_url)
    await setAsServer(project, other, null)
    await setAsServer(project, other, profile_image_url)
    await project.call('DELETE /users/{user_id}', { as: 'server', params: { user_id: other.id } })
    expect((await fetchImage(project, profile_image_url)).status).toBe(200)
  })

  test('is not kept when the change it came with fails', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    const taken = await createPerson(project)
    const body = { profile_image_url: png, primary_email: taken.email }
    const params = { user_id: user.id }
    await expect(project.call('PATCH /users/{user_id}', { as: 'server', params, body })).rejects.toMatchObject({
      status: 409,
    })
    expect(await countFiles(project)).toBe(0)
  })

  test('is one, however many are set at once', async () => {
    const project = await testProject()
    const user = await createPerson(project)
    await race(10, () => setAsClient(project, user, png))
    const { profile_image_url } = await project.call('GET /users/me', { user })
    expect((await fetchImage(project, profile_image_url)).status).toBe(200)
    expect(await countFiles(project)).toBe(1)
  })

  test.each([
    '------------------------------------',
    '00000000-0000-0000-0000-00000000000x',
  ])('is not looked for under the name %s', async (name) => {
    const project = await testProject()
    const user = await createPerson(project)
    const url = `${testUrl}/files/${project.id}/user-profile-images/${name}.png`
    expect((await setAsServer(project, user, url)).profile_image_url).toBe(url)
    expect((await fetchImage(project, url)).status).toBe(404)
  })
})
