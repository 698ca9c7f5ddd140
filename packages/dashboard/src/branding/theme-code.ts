import { type BrandColors, type Branding, completeBranding } from '@latchkey/contract/branding'

/** The names of these colors in the React theme. */
const themeNames = {
  primary: 'primary',
  contrast: 'primaryForeground',
  background: 'background',
  card: 'card',
  text: 'foreground',
  links: 'ring',
} as const satisfies Record<keyof BrandColors, string>

/** For apps that set their theme in code, which overrides the one here. */
export function reactCode(branding: Branding): string {
  const { light, dark, radius } = completeBranding(branding)
  const theme = {
    ...(light && { light: toTheme(light) }),
    ...(dark && { dark: toTheme(dark) }),
    ...(radius !== undefined && { radius: `${radius}px` }),
  }
  const text = JSON.stringify(theme, null, 2)
    .replaceAll(/"(\w+)":/g, '$1:')
    .replaceAll('"', "'")
  return `import { LatchkeyTheme } from '@latchkey/react'

const theme = ${text}

export function Theme({ children }: { children: React.ReactNode }) {
  return <LatchkeyTheme theme={theme}>{children}</LatchkeyTheme>
}`
}

export function cssCode(branding: Branding): string {
  const { light = {}, dark = {}, radius } = completeBranding(branding)
  const shape = radius === undefined ? [] : [`  --lk-theme-radius: ${radius}px;`]
  return [
    '.latchkey-scope {',
    ...toVariables(light),
    ...shape,
    '}',
    '',
    '.latchkey-scope[data-latchkey-theme="dark"] {',
    ...toVariables(dark),
    '}',
  ].join('\n')
}

function toTheme(colors: BrandColors): Record<string, string> {
  return Object.fromEntries(listColors(colors))
}

function toVariables(colors: BrandColors): string[] {
  return listColors(colors).map(([name, color]) => {
    const dashed = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return `  --lk-theme-${dashed}: ${color};`
  })
}

function listColors(colors: BrandColors): [name: string, color: string][] {
  return Object.entries(themeNames).flatMap(([name, themeName]) => {
    const color = colors[name as keyof BrandColors]
    return color ? [[themeName, color] as [string, string]] : []
  })
}
