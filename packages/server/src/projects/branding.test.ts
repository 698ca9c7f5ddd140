import { describe, expect, test } from 'vitest'
import { type TestProject, testProject } from '../testing/index.ts'

const configure = ({ send }: TestProject, settings: object) =>
  send('PATCH /internal/config/override', {
    as: 'admin',
    body: { config_override_string: JSON.stringify(settings) },
  })

const readStyles = ({ server, id }: TestProject) => server.fetch(`/projects/${id}/brand.css`)

describe('the branding of a project', () => {
  test('is not in what clients read until there is some', async () => {
    const project = await testProject()
    expect(await project.call('GET /projects/current')).not.toHaveProperty('branding')
    expect(await (await readStyles(project)).text()).not.toContain('--lk')
  })

  test('reaches clients with a readable color on its buttons', async () => {
    const project = await testProject()
    await configure(project, {
      'branding.light.primary': '#ffe600',
      'branding.dark.primary': '#3b2ad1',
      'branding.radius': 4,
      'branding.mode': 'light',
      'branding.flow': 'identifier',
    })
    expect((await project.call('GET /projects/current')).branding).toEqual({
      mode: 'light',
      radius: 4,
      flow: 'identifier',
      // Too pale for links.
      light: { primary: '#ffe600', contrast: '#15171b' },
      dark: { primary: '#3b2ad1', contrast: '#ffffff' },
    })
    const admin = await project.call('GET /internal/projects/current', { as: 'admin' })
    expect(admin.branding).toMatchObject({ light: { primary: '#ffe600' } })
    expect(admin.branding!.light).not.toHaveProperty('contrast')
  })

  test('is also a stylesheet for the pages of this server', async () => {
    const project = await testProject()
    await configure(project, { 'branding.light': { primary: '#0057b7', text: '#111111' }, 'branding.radius': 0 })
    const response = await readStyles(project)
    expect(response.headers.get('content-type')).toContain('text/css')
    const css = await response.text()
    expect(css).toContain('--lk-primary:light-dark(#0057b7,#f3f1ed);--lk-on-primary:light-dark(#ffffff,#15171b)')
    expect(css).toContain('--lk-text:light-dark(#111111,#f3f1ed);--lk-accent:light-dark(#0057b7,#e0b266)')
    expect(css).toContain('--lk-radius:0px')
    expect(css).not.toContain('color-scheme')
    await configure(project, { 'branding.mode': 'dark' })
    expect(await (await readStyles(project)).text()).toContain('color-scheme:dark')
    expect((await project.server.fetch('/projects/unknown/brand.css')).status).toBe(404)
  })

  test('is saved together with the name, or not at all', async () => {
    const project = await testProject()
    const save = (body: object, headers: Record<string, string> = {}) =>
      project.send('PATCH /internal/projects/current', { as: 'admin', body, headers } as never)
    const read = () => project.call('GET /internal/projects/current', { as: 'admin' })
    const { revision, display_name } = await read()
    const branding = { brand: '#ffee00', radius: 4, light: { primary: '#998f00' } }
    expect(await save({ branding })).toMatchObject({ status: 200, body: { branding } })
    // Keys of single settings are part of what the next save replaces.
    await configure(project, { 'branding.light.links': '#111111' })

    const conflicting = { display_name: 'New name', branding: { ...branding, brand: '#0057b7' } }
    expect(await save(conflicting, { 'x-stack-revision': String(revision) })).toMatchObject({
      status: 409,
      body: { code: 'SAVE_CONFLICT' },
    })
    expect(await read()).toMatchObject({ display_name, branding: { brand: '#ffee00', light: { links: '#111111' } } })

    expect(await save({ display_name: 'New name', branding: { radius: 8 } })).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ display_name: 'New name', branding: { radius: 8 } })
    expect((await read()).branding).toEqual({ radius: 8 })
    await save({ branding: null })
    expect(await read()).not.toHaveProperty('branding')
  })

  test.each([
    { 'branding.brand': 'yellow' },
    { 'branding.light.primary': 'red' },
    { 'branding.light.primary': '#fff}body{display:none' },
    { 'branding.dark.primary': 'url(https://evil.example)' },
    { 'branding.radius': 400 },
    { 'branding.mode': 'sepia' },
    { 'branding.flow': 'guess' },
    { 'branding.light.secondary': '#ffffff' },
  ])('takes no %j', async (settings) => {
    expect((await configure(await testProject(), settings)).status).toBe(400)
  })
})
