/** How a project's pages look. Without schemas, because browsers load this file. */
export interface Branding {
  /** The brand color as the owner chose it. Buttons and links have readable shades of it, in `light` and `dark`. */
  brand?: string | undefined
  /** `auto` follows the page or system. */
  mode?: 'auto' | 'light' | 'dark' | undefined
  /** Of cards, in pixels. */
  radius?: number | undefined
  light?: BrandColors | undefined
  dark?: BrandColors | undefined
  /** Whether sign-in asks for everything at once, or for the email first and then offers the ways to sign in. */
  flow?: 'tabs' | 'identifier' | undefined
}

/** Each is `#rrggbb`; missing ones keep the default look. */
export type BrandColors = { [Name in BrandColor]?: string | undefined }

export const brandColors = ['primary', 'contrast', 'background', 'card', 'text', 'links'] as const
type BrandColor = (typeof brandColors)[number]

/** What the colors are unless the project chooses others. */
export const defaultBrandColors = {
  light: {
    primary: '#15171b',
    contrast: '#ffffff',
    background: '#ffffff',
    card: '#fbfaf8',
    text: '#15171b',
    links: '#8a5a12',
  },
  dark: {
    primary: '#f3f1ed',
    contrast: '#15171b',
    background: '#0e0f12',
    card: '#15171b',
    text: '#f3f1ed',
    links: '#e0b266',
  },
} as const

/** At least this for text, by WCAG AA. */
export const readableContrast = 4.5

/** With the colors that follow from others: what is written on buttons, and links in the primary color if readable. */
export function completeBranding(branding: Branding): Branding {
  const { light, dark, ...rest } = branding
  return {
    ...rest,
    ...(light && { light: completeColors(light, 'light') }),
    ...(dark && { dark: completeColors(dark, 'dark') }),
  }
}

const tokens = {
  primary: 'primary',
  contrast: 'on-primary',
  background: 'bg',
  card: 'surface',
  text: 'text',
  links: 'accent',
} as const satisfies Record<BrandColor, string>

/** For the stylesheets of the server's pages, whose colors follow `color-scheme`. */
export function toBrandVariables(branding: Branding): Record<string, string> {
  const { radius, light = {}, dark = {} } = completeBranding(branding)
  const colors = brandColors.flatMap((name) => {
    if (!light[name] && !dark[name]) return []
    const pair = [light[name] ?? defaultBrandColors.light[name], dark[name] ?? defaultBrandColors.dark[name]]
    return [[`--lk-${tokens[name]}`, `light-dark(${pair.join(',')})`]]
  })
  return {
    ...(radius !== undefined && { '--lk-radius': `${radius}px`, '--lk-control-radius': `${radius * 0.8}px` }),
    ...Object.fromEntries(colors),
  }
}

function completeColors(colors: BrandColors, mode: 'light' | 'dark'): BrandColors {
  const { primary } = colors
  if (!primary) return colors
  const ground = colors.card ?? defaultBrandColors[mode].card
  const isReadable = contrastOf(primary, ground) >= readableContrast
  return { contrast: readableOn(primary), ...(isReadable && { links: primary }), ...colors }
}

function readableOn(color: string): string {
  const { text, background } = defaultBrandColors.light
  return contrastOf(color, background) >= contrastOf(color, text) ? background : text
}

/** The contrast ratio of two colors, from 1 to 21. */
export function contrastOf(a: string, b: string): number {
  const [lighter, darker] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminanceOf(color: string): number {
  const channel = (start: number) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
}
