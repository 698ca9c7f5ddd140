/** The colours a developer can set; each takes any CSS colour. `styles.css` maps them onto its tokens. */
export interface ThemeColors {
  background: string
  foreground: string
  card: string
  cardForeground: string
  popover: string
  popoverForeground: string
  primary: string
  primaryForeground: string
  secondary: string
  secondaryForeground: string
  muted: string
  mutedForeground: string
  accent: string
  accentForeground: string
  destructive: string
  destructiveForeground: string
  border: string
  input: string
  ring: string
}

export interface Theme {
  light?: Partial<ThemeColors> | undefined
  dark?: Partial<ThemeColors> | undefined
  radius?: string | undefined
}

const LIGHT = '.latchkey-scope'
const DARK =
  '.latchkey-scope[data-latchkey-theme=dark],html:has(>head>[data-latchkey-theme=dark]) .latchkey-scope:not([data-latchkey-theme])'

export function themeCss(theme: Theme): string {
  const light = variables({ ...withForeground(theme.light, '#fff'), radius: theme.radius })
  // `initial` lets a colour given for light only fall back to our own dark one.
  const unset = Object.fromEntries(Object.keys(theme.light ?? {}).map((name) => [name, 'initial']))
  const dark = variables({ ...unset, ...withForeground(theme.dark, '#15171b') })
  return (light && `${LIGHT}{${light}}`) + (dark && `${DARK}{${dark}}`)
}

/** The project's own colour on buttons belongs to its own buttons. */
function withForeground(colors: Partial<ThemeColors> | undefined, primaryForeground: string) {
  return colors?.primary ? { primaryForeground, ...colors } : colors
}

function variables(values: Record<string, string | undefined>): string {
  let css = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    // The text goes into a style element as it is.
    if (!/^[\w\s#%.,()/+*-]+$/.test(value)) throw new Error(`${JSON.stringify(value)} is no CSS value for ${name}.`)
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    css += `--lk-theme-${dashed}:${name === 'radius' ? value : toCssColor(value)};`
  }
  return css
}

/** `240 10% 4%`, as some CSS frameworks keep their colours, becomes `hsl(240 10% 4%)`. */
function toCssColor(color: string): string {
  return /^[\d.]+(deg)?\s+[\d.]+%\s+[\d.]+%$/.test(color.trim()) ? `hsl(${color})` : color
}
