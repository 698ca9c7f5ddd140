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
  for (const mode of ['light', 'dark'] as const) {
    for (const { name } of chosenColors) compare(`${mode}.${name}`, saved[mode]?.[name], next[mode]?.[name])
  }
  return patch
}

/** Explains why a color has too little contrast. */
export function findWarning(mode: Mode, name: keyof BrandColors, colors: BrandColors): string | undefined {
  if (name !== 'text' && name !== 'links') return undefined
  const defaults = defaultBrandColors[mode]
  const ground = colors.card ?? defaults.card
  const contrast = contrastOf(colors[name] ?? defaults[name], ground)
  if (contrast >= readableContrast) return undefined
  return `Hard to read on the card: the contrast is ${contrast.toFixed(1)}:1 and should be at least ${readableContrast}:1.`
}
