import { describe, expect, test } from 'vitest'
import { images, toDataUrl } from '../testing/images.ts'
import { type TestProject, testProject, testUrl } from '../testing/index.ts'

const { png } = images
const dataUrl = toDataUrl('png', png)
const names = ['logo_url', 'full_logo_url', 'logo_dark_mode_url', 'full_logo_dark_mode_url'] as const

function actions({ call, server, id }: TestProject) {
  return {
    patch: (body: { [Name in (typeof names)[number]]?: string | null }) =>
      call('PATCH /internal/projects/current', { as: 'admin', body }),
    statusOf: async (url: string | null) => (await server.fetch(url!)).status,
    countFiles: async () =>
      (await server.platform.db.selectFrom('files').select('id').where('project_id', '=', id).execute()).length,
  }
}

describe.each(names)('%s', (name) => {
  const other = name === 'logo_url' ? 'full_logo_url' : 'logo_url'

  test('given as a data URL is stored and served by us', async () => {
    const project = await testProject()
    const { patch } = actions(project)
    const answer = await patch({ [name]: dataUrl })
    expect(answer[name]).toMatch(new RegExp(`^${testUrl}/files/${project.id}/project-logos/[0-9a-f-]{36}\\.png$`))
    expect(answer[other]).toBeNull()
    const response = await project.server.fetch(answer[name]!)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('given as an address on the web is kept as it is, and shown to everybody', async () => {
    const project = await testProject()
    const { patch } = actions(project)
    for (const url of ['https://example.com/logo.svg', 'http://localhost/logo.png']) {
      expect((await patch({ [name]: url }))[name]).toBe(url)
    }
    expect(await project.call('GET /projects/current', { as: 'client' })).toMatchObject({
      [name]: 'http://localhost/logo.png',
    })
  })

  test('is replaced and cleared, and files that nothing shows are gone', async () => {
    const { patch, statusOf, countFiles } = actions(await testProject())
    const first = (await patch({ [name]: dataUrl }))[name]
    const kept = (await patch({ [other]: dataUrl }))[other]
    const second = (await patch({ [name]: dataUrl }))[name]
    expect([await statusOf(first), await statusOf(second), await statusOf(kept)]).toEqual([404, 200, 200])
    expect((await patch({ [name]: null }))[name]).toBeNull()
    expect([await statusOf(second), await statusOf(kept)]).toEqual([404, 200])
    expect(await countFiles()).toBe(1)
  })

  test.each([
    'javascript:alert(1)',
    'ftp://example.com/logo.png',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/png;base64,PHNjcmlwdD4=',
    'data:image/svg+xml,<svg/>',
  ])('is not %s', async (url) => {
    const { patch, countFiles } = actions(await testProject())
    await expect(patch({ [name]: url })).rejects.toMatchObject({ status: 400, code: undefined })
    expect(await countFiles()).toBe(0)
  })

  test('may be larger than the image of a person', async () => {
    const { patch, statusOf } = actions(await testProject())
    const large = toDataUrl('png', Buffer.concat([png, Buffer.alloc(700_000)]))
    expect(await statusOf((await patch({ [name]: large }))[name])).toBe(200)
  })

  test('has at most a million characters', async () => {
    const { patch } = actions(await testProject())
    const prefix = 'https://example.com/'
    const longest = prefix.padEnd(1_000_000, 'x')
    expect((await patch({ [name]: longest }))[name]).toBe(longest)
    await expect(patch({ [name]: `${longest}x` })).rejects.toMatchObject({ code: 'SCHEMA_ERROR' })
  })
})

test('one stored logo may be shown in both places', async () => {
  const { patch, statusOf } = actions(await testProject())
  const { logo_url } = await patch({ logo_url: dataUrl })
  await patch({ full_logo_url: logo_url })
  await patch({ logo_url: null })
  expect(await statusOf(logo_url)).toBe(200)
})
