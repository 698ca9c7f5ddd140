import type { EmailThemeDocument, ThemeColors } from '@latchkey/contract'
import { type Texts, translate } from '../languages/language.ts'
import type { ButtonStyle, EmailLook } from '../look.ts'
import { element, Html, join, table } from './elements.ts'
import type { ContentLook } from './html.ts'
import { toSafeUrl, type Values } from './values.ts'

export const fonts = {
  system: "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  serif: "Georgia,'Times New Roman',Times,serif",
  mono: "ui-monospace,SFMono-Regular,Menlo,Consolas,'Courier New',monospace",
}

export type Project = { displayName: string } & EmailLook

/** A theme of dark colors has the button for dark surroundings. */
export function lookOfTheme({ colors, font }: EmailThemeDocument, project: Project): ContentLook {
  const { text, muted, border, link } = colors
  const button = isDark(colors.card) ? project.darkButtonStyle : project.buttonStyle
  return { text, muted, border, link, font: fonts[font], button }
}

export function isDark(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16))
  return red! * 0.299 + green! * 0.587 + blue! * 0.114 < 128
}

/** Only colors that the schema allows get here, so nothing in it can end the style element. */
export function darkStylesOf(colors: ThemeColors, { backgroundColor, color }: ButtonStyle): string {
  return `@media (prefers-color-scheme: dark) {
  .page { background-color: ${colors.background} !important; }
  .card { background-color: ${colors.card} !important; border-color: ${colors.border} !important; }
  .text, .name { color: ${colors.text} !important; }
  .muted, .footer { color: ${colors.muted} !important; }
  .border { border-color: ${colors.border} !important; }
  .link { color: ${colors.link} !important; }
  .button { background-color: ${backgroundColor} !important; color: ${color} !important; }
  .quiet-button { border-color: #6a6d75 !important; color: ${colors.text} !important; }
}
`
}

export const phoneStyles = `@media (max-width: 480px) {
  .column { display: block !important; width: 100% !important; padding: 0 0 16px !important; }
}
`

interface Frame {
  subject: string
  preview: string
  content: Html
  project: Project
  values: Values
  unsubscribeLink: string | undefined
  locale: string
  direction: 'ltr' | 'rtl'
  texts: Texts
}

/** The whole email around its content: tables and inline styles, because email programs support little else. */
export function renderFrame(theme: EmailThemeDocument, frame: Frame): string {
  const { colors, darkColors, radius, width, font } = theme
  const { project, content } = frame
  const outer = { 'max-width': `${Number(width)}px` }
  const background = { 'background-color': colors.background }
  const card = {
    ...outer,
    'border-collapse': 'separate',
    'background-color': colors.card,
    border: `1px solid ${colors.border}`,
    'border-radius': `${Number(radius)}px`,
  }
  const inside = { padding: '32px', 'font-family': fonts[font], 'font-size': '15px', 'line-height': '24px' }
  const middle = element(
    'td',
    { align: 'center', style: { padding: '32px 16px' } },
    ...renderHeader(theme, frame),
    table(
      { class: 'card', style: card },
      element('td', { class: 'text', style: { ...inside, color: colors.text } }, content),
    ),
    ...renderFooter(theme, frame),
  )
  const styles = phoneStyles + (darkColors ? darkStylesOf(darkColors, project.darkButtonStyle) : '')
  const schemes = darkColors ? 'light dark' : isDark(colors.background) ? 'dark' : 'light'
  const body = { class: 'page', style: { margin: 0, padding: 0, ...background } }
  return toDocument(
    frame,
    { styles, schemes },
    element(
      'body',
      body,
      ...renderPreview(frame),
      table({ class: 'page', ...towards(frame), style: background }, middle),
    ),
  )
}

/** Also inside of the document, because some email programs drop what is around its body. */
const towards = ({ direction }: Frame) => (direction === 'rtl' ? { dir: direction } : {})

/** Without a theme, there is only the content. */
export function renderBare(frame: Frame): string {
  return toDocument(frame, undefined, element('body', towards(frame), ...renderPreview(frame), frame.content))
}

function toDocument(
  { subject, locale, direction }: Frame,
  head: { styles: string; schemes: string } | undefined,
  body: Html,
): string {
  const meta = (name: string, content: string) => element('meta', { name, content })
  const marks = head
    ? [meta('color-scheme', head.schemes), meta('supported-color-schemes', head.schemes), styleElement(head.styles)]
    : []
  const title = element('title', {}, subject)
  const basics = [element('meta', { charset: 'utf-8' }), meta('viewport', 'width=device-width, initial-scale=1')]
  return `<!doctype html>\n${element('html', { lang: locale, dir: direction }, element('head', {}, ...basics, ...marks, title), body).text}\n`
}

/** The only HTML that is not made of escaped parts. */
const styleElement = (styles: string) => new Html(`<style>${styles}</style>`)

function renderPreview({ preview }: Frame): Html[] {
  const hidden = { display: 'none', 'max-height': 0, overflow: 'hidden' }
  return preview ? [element('div', { style: hidden }, preview)] : []
}

function renderHeader({ header, width, colors, font }: EmailThemeDocument, { project }: Frame): Html[] {
  const below = { 'padding-bottom': '16px' }
  const logoUrl =
    header.startsWith('logo') && project.logoUrl ? toSafeUrl(project.logoUrl, ['http:', 'https:']) : undefined
  const image = logoUrl && {
    src: logoUrl,
    alt: header === 'logo' ? project.displayName : '',
    width: 28,
    height: 28,
    style: { display: 'block', 'border-radius': '6px' },
  }
  const name = { 'font-family': fonts[font], 'font-size': '15px', 'line-height': '28px', 'font-weight': 600 }
  // A project without a logo is named instead.
  const hasName = header === 'name' || header === 'logo-and-name' || (header === 'logo' && !image)
  const cells = [
    ...(image ? [element('td', { width: 38, style: below }, element('img', image))] : []),
    ...(hasName
      ? [element('td', { class: 'name', style: { ...name, color: colors.text, ...below } }, project.displayName)]
      : []),
  ]
  return cells.length === 0 ? [] : [table({ style: { 'max-width': `${Number(width)}px` } }, ...cells)]
}

function renderFooter(
  { footer, colors, font }: EmailThemeDocument,
  { values, unsubscribeLink, ...language }: Frame,
): Html[] {
  const style = {
    'font-family': fonts[font],
    'font-size': '13px',
    'line-height': '20px',
    color: colors.muted,
    margin: '16px 0 0',
    'text-align': 'center',
  }
  const lines = footer ? values.fill(footer).split('\n') : []
  const text = join(lines.flatMap((line, index) => (index === 0 ? [line] : [element('br'), line])))
  const url = unsubscribeLink && toSafeUrl(unsubscribeLink)
  const link = { class: 'link', style: { color: colors.link, 'text-decoration': 'underline' } }
  return [
    ...(lines.length > 0 ? [element('p', { class: 'footer', style }, text)] : []),
    ...(url
      ? [
          element(
            'p',
            { class: 'footer', style },
            `${translate(language, unsubscribeQuestion)} `,
            element('a', { href: url, ...link }, translate(language, 'Unsubscribe')),
          ),
        ]
      : []),
  ]
}

export const unsubscribeQuestion = 'Don’t want emails like this?'

/** What is above and below the content, as plain text. */
export function frameText({ header, footer }: EmailThemeDocument, frame: Frame, content: string): string {
  const parts = [
    header === 'none' ? '' : frame.project.displayName,
    content,
    footer ? frame.values.fill(footer) : '',
    frame.unsubscribeLink
      ? `${translate(frame, unsubscribeQuestion)} ${translate(frame, 'Unsubscribe')}:\n${frame.unsubscribeLink}`
      : '',
  ]
  return parts.filter(Boolean).join('\n\n')
}
