import { type Branding, completeBranding } from '@latchkey/contract'
import type { Project } from '../projects/cache.ts'

/** How a project's emails look. Templates and themes get it as part of `project`. */
export interface EmailLook {
  logoUrl?: string | undefined
  /** In the project's colors, for the `style` of a button. */
  buttonStyle: ButtonStyle
  /** The same for readers who prefer dark. */
  darkButtonStyle: ButtonStyle
}

export interface ButtonStyle {
  backgroundColor: string
  color: string
  borderRadius: string
}

/** White on brass, which is readable on light and dark. */
const defaultButton = { primary: '#8a5a12', contrast: '#ffffff' }

export function lookOf({ logo_url, config }: Pick<Project, 'logo_url' | 'config'>): EmailLook {
  return { logoUrl: logo_url ?? undefined, ...buttonStylesOf(config.branding) }
}

/** Without any branding, the default look. */
export function buttonStylesOf(branding: Branding = {}): Pick<EmailLook, 'buttonStyle' | 'darkButtonStyle'> {
  const { light, dark, radius = 10 } = completeBranding(branding)
  const toStyle = ({ primary, contrast } = defaultButton as NonNullable<Branding['light']>): ButtonStyle => ({
    backgroundColor: primary ?? defaultButton.primary,
    color: (primary && contrast) || defaultButton.contrast,
    borderRadius: `${Math.min(radius * 0.8, 22)}px`,
  })
  const ofMode = (first: Branding['light'], second: Branding['light']) =>
    toStyle(first?.primary ? first : second?.primary ? second : undefined)
  return { buttonStyle: ofMode(light, dark), darkButtonStyle: ofMode(dark, light) }
}
