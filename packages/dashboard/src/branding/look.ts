import {
  type BrandColors,
  type Branding,
  contrastOf,
  defaultBrandColors,
  readableContrast,
} from '@latchkey/contract/branding'

export type Mode = 'light' | 'dark'

/** The colors that owners choose. The text color of buttons is derived from them. */
export const chosenColors = [
  { name: 'primary', label: 'Buttons' },
  { name: 'links', label: 'Links and focus' },
  { name: 'text', label: 'Text' },
  { name: 'card', label: 'Card' },
  { name: 'background', label: 'Page and fields' },
] as const satisfies readonly { name: keyof BrandColors; label: string }[]

/** One key per changed setting, so that owners who edit other settings at the same time keep their changes. */
export function toPatch(saved: Branding, next: Branding): Record<string, string | number | null> {
  const patch: Record<string, string | number | null> = {}
  const compare = (path: string, before: string | number | undefined, after: string | number | undefined) => {
    if (before !== after) patch[`branding.${path}`] = after ?? null
  }
  compare('mode', saved.mode, next.mode)
  compare('radius', saved.radius, next.radius)
  compare('flow', saved.flow, next.flow)
  for (const mode of ['light', 'dark'] as const) {
    for (const { name } of chosenColors) compare(`${mode}.${name}`, saved[mode]?.[name], next[mode]?.[name])
  }
  return patch
}

/** At least this between a button and what is around it, by WCAG AA. */
const visibleContrast = 3

const contrastRules = {
  text: ['Hard to read on the card', readableContrast],
  links: ['Hard to read on the card', readableContrast],
  primary: ['Buttons hardly stand out from the card', visibleContrast],
} as const

/** Explains why a color has too little contrast. */
export function findWarning(mode: Mode, name: keyof BrandColors, colors: BrandColors): string | undefined {
  if (name !== 'text' && name !== 'links' && name !== 'primary') return undefined
  const defaults = defaultBrandColors[mode]
  const [problem, needed] = contrastRules[name]
  const contrast = contrastOf(colors[name] ?? defaults[name], colors.card ?? defaults.card)
  if (contrast >= needed) return undefined
  return `${problem}: the contrast is ${contrast.toFixed(1)}:1 and should be at least ${needed}:1.`
}

/**
 * The colors of buttons and links that follow from a brand color, made darker or lighter until they can be read. Without
 * one, they are the default.
 */
export function deriveColors(brand: string | undefined, branding: Branding): Pick<Branding, Mode> {
  const derive = (mode: Mode) => {
    const { primary: _, links: __, ...others } = branding[mode] ?? {}
    if (!brand) return Object.keys(others).length > 0 ? others : undefined
    const card = branding[mode]?.card ?? defaultBrandColors[mode].card
    const primary = shadeUntil(brand, mode, (color) => contrastOf(color, card) >= visibleContrast)
    const links = shadeUntil(brand, mode, (color) => contrastOf(color, card) >= readableContrast)
    return { ...others, primary, links }
  }
  return { light: derive('light'), dark: derive('dark') }
}

const steps = 20

/** Darker on a light theme, lighter on a dark one. */
function shadeUntil(color: string, mode: Mode, isEnough: (color: string) => boolean): string {
  for (let step = 0; step < steps; step++) {
    const shade = mix(color, mode === 'light' ? 0 : 255, step / steps)
    if (isEnough(shade)) return shade
  }
  return mode === 'light' ? '#000000' : '#ffffff'
}

function mix(color: string, end: number, share: number): string {
  const channels = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
  const mixed = channels.map((channel) => Math.round(channel + (end - channel) * share))
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
