/**
 * The colors that an app can set, each to any CSS color. `styles.css` maps them to its tokens.
 * @example
 * const light: ThemeColors = {
 *   background: 'white',
 *   foreground: '#1c1917',
 *   card: '#fafaf9',
 *   cardForeground: '#1c1917',
 *   popover: 'white',
 *   popoverForeground: '#1c1917',
 *   primary: '#7c3aed',
 *   primaryForeground: 'white',
 *   secondary: '#f5f5f4',
 *   secondaryForeground: '#1c1917',
 *   muted: '#f5f5f4',
 *   mutedForeground: '#57534e',
 *   accent: '#ede9fe',
 *   accentForeground: '#5b21b6',
 *   destructive: '#b91c1c',
 *   destructiveForeground: 'white',
 *   border: '#e7e5e4',
 *   input: '#d6d3d1',
 *   ring: '#7c3aed',
 * }
 */
export interface ThemeColors {
  /** The page. */
  background: string
  /** Text on the page. */
  foreground: string
  /** Cards. */
  card: string
  /** Text on cards. */
  cardForeground: string
  /** Menus and dialogs. */
  popover: string
  /** Text in menus and dialogs. */
  popoverForeground: string
  /** The main button. */
  primary: string
  /** Text on the main button. */
  primaryForeground: string
  /** Other buttons. */
  secondary: string
  /** Text on other buttons. */
  secondaryForeground: string
  /** Quiet surfaces. */
  muted: string
  /** Quiet text. */
  mutedForeground: string
  /** Hovered elements. */
  accent: string
  /** Text on hovered elements. */
  accentForeground: string
  /** Destructive actions and errors. */
  destructive: string
  /** Text on destructive actions. */
  destructiveForeground: string
  /** Borders. */
  border: string
  /** Borders of fields. */
  input: string
  /** The focus ring. */
  ring: string
}

/**
 * Colors and corners of our components.
 * @example const theme: Theme = { light: { primary: '#7c3aed' }, dark: { primary: '#a78bfa' }, radius: '12px' }
 */
export interface Theme {
  /** Colors on light backgrounds. */
  light?: Partial<ThemeColors> | undefined
  /** Colors on dark backgrounds. */
  dark?: Partial<ThemeColors> | undefined
  /** How round corners are, as a CSS length. */
  radius?: string | undefined
}

const LIGHT = '.latchkey-scope'
const DARK =
  '.latchkey-scope[data-latchkey-theme=dark],html:has(>head>[data-latchkey-theme=dark]) .latchkey-scope:not([data-latchkey-theme])'

export function themeCss(theme: Theme): string {
  // The text color of the project's branding only suits the branding's own button color.
  const light = variables({
    ...(theme.light?.primary && { primaryForeground: '#fff' }),
    ...theme.light,
    radius: theme.radius,
  })
  // `initial` makes a color that is only set for light fall back to our dark one.
  const unset = Object.fromEntries(Object.keys(theme.light ?? {}).map((name) => [name, 'initial']))
  const dark = variables({
    ...unset,
    ...(theme.dark?.primary && { primaryForeground: '#15171b' }),
    ...theme.dark,
  })
  return (light && `${LIGHT}{${light}}`) + (dark && `${DARK}{${dark}}`)
}

function variables(values: Record<string, string | undefined>): string {
  let css = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    // The value goes into a style element unescaped.
    if (!/^[\w\s#%.,()/+*-]+$/.test(value)) throw new Error(`${JSON.stringify(value)} is no CSS value for ${name}.`)
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    css += `--lk-theme-${dashed}:${name === 'radius' ? value : toCssColor(value)};`
  }
  return css
}

/** `240 10% 4%`, as some CSS frameworks store their colors, becomes `hsl(240 10% 4%)`. */
function toCssColor(color: string): string {
  return /^[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%$/.test(color.trim()) ? `hsl(${color})` : color
}
