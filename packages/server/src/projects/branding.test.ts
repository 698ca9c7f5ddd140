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

  test.each([
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
