import {
  type BrandColors,
  type Branding,
  contrastOf,
  defaultBrandColors,
  readableContrast,
} from '@latchkey/contract/branding'

export const modes = ['light', 'dark'] as const
export type Mode = (typeof modes)[number]

/** The colors that owners choose. The text color of buttons is derived from them. */
export const chosenColors = [
  { name: 'primary', label: 'Buttons' },
  { name: 'links', label: 'Links and focus' },
  { name: 'text', label: 'Text' },
  { name: 'card', label: 'Card' },
  { name: 'background', label: 'Page and fields' },
] as const satisfies readonly { name: keyof BrandColors; label: string }[]

/** What is stored, without what was reset. Null if nothing is left. */
export function toStored(branding: Branding): Branding | null {
  const kept = Object.fromEntries(Object.entries(branding).filter(([, value]) => value !== undefined))
  return Object.keys(kept).length > 0 ? kept : null
}

/** At least this between a button and what is around it, by WCAG AA. */
const visibleContrast = 3

/** Each color with the one that it is seen against. */
const contrastRules = {
  text: { against: 'card', problem: 'Hard to read on the card', needed: readableContrast },
  links: { against: 'card', problem: 'Hard to read on the card', needed: readableContrast },
  primary: { against: 'card', problem: 'Buttons hardly stand out from the card', needed: visibleContrast },
  background: { against: 'text', problem: 'Text in fields is hard to read', needed: readableContrast },
} as const satisfies Partial<Record<keyof BrandColors, { against: keyof BrandColors; problem: string; needed: number }>>

const isChecked = (name: keyof BrandColors): name is keyof typeof contrastRules => Object.hasOwn(contrastRules, name)

/** Explains why a color has too little contrast. */
export function findWarning(mode: Mode, name: keyof BrandColors, colors: BrandColors): string | undefined {
  if (!isChecked(name)) return undefined
  const { against, problem, needed } = contrastRules[name]
  const colorOf = (each: keyof BrandColors) => colors[each] ?? defaultBrandColors[mode][each]
  const contrast = contrastOf(colorOf(name), colorOf(against))
  if (contrast >= needed) return undefined
  return `${problem}: the contrast is ${contrast.toFixed(1)}:1 and should be at least ${needed}:1.`
}

/** Whether any color of the light or dark theme has a warning. */
export function hasWarnings(branding: Branding): boolean {
  return modes.some((mode) => chosenColors.some(({ name }) => findWarning(mode, name, branding[mode] ?? {})))
}

/**
 * A brand color, and the colors of buttons and links that follow from it, made darker or lighter until they can be read.
 * Without one, they are the default.
 */
export function deriveColors(brand: string | undefined, branding: Branding): Pick<Branding, 'brand' | Mode> {
  const derive = (mode: Mode) => {
    const { primary: _, links: __, ...others } = branding[mode] ?? {}
    if (!brand) return Object.keys(others).length > 0 ? others : undefined
    const card = branding[mode]?.card ?? defaultBrandColors[mode].card
    const primary = shadeUntil(brand, mode, (color) => contrastOf(color, card) >= visibleContrast)
    const links = shadeUntil(brand, mode, (color) => contrastOf(color, card) >= readableContrast)
    return { ...others, primary, links }
  }
  return { brand, light: derive('light'), dark: derive('dark') }
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
