import { type BrandColors, completeBranding } from '@latchkey/contract'
import type { Services } from '../http/context.ts'
import type { PageApp } from './site.ts'

/** The project's colours for the pages that this server shows to its users. */
export function serveBrandStyles(app: PageApp, { projects }: Services): void {
  app.get('/projects/:project/brand.css', async (c) => {
    const project = await projects.find(c.req.param('project'))
    if (!project) return c.text('There is no such project.', 404)
    const { branding } = project.config
    const { light, dark, radius } = branding ? completeBranding(branding) : {}
    const css = [
      radius === undefined ? '' : `:root{--lk-radius:${radius}px;--lk-control-radius:${radius * 0.8}px}`,
      light ? `@media (prefers-color-scheme:light){:root{${toVariables(light)}}}` : '',
      dark ? `@media (prefers-color-scheme:dark){:root{${toVariables(dark)}}}` : '',
    ]
    return c.body(css.join('\n'), 200, {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'x-content-type-options': 'nosniff',
    })
  })
}

const tokens = {
  primary: 'primary',
  contrast: 'on-primary',
  background: 'bg',
  card: 'surface',
  text: 'text',
  links: 'accent',
} as const satisfies Record<keyof BrandColors, string>

/** The settings' schema allows only `#rrggbb`. */
function toVariables(colors: BrandColors): string {
  return Object.entries(tokens)
    .flatMap(([name, token]) => {
      const color = colors[name as keyof typeof tokens]
      return color ? `--lk-${token}:${color}` : []
    })
    .join(';')
}
