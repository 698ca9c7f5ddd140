import { escapeHtml } from '../../platform/escape-html.ts'
import { type ButtonStyle, buttonStylesOf, type EmailLook } from '../look.ts'
import { type Notice, type NoticeKind, type Notices, notices } from './notices.ts'

export interface RenderedEmail {
  subject: string
  html: string
  text: string
}

export function renderNotice<K extends NoticeKind>(
  kind: K,
  variables: Notices[K],
  look: EmailLook = buttonStylesOf(),
): RenderedEmail {
  const notice = notices[kind](withoutControls(variables))
  const { projectDisplayName } = withoutControls(variables)
  return { subject: notice.subject, html: toHtml(notice, projectDisplayName, look), text: toText(notice) }
}

function withoutControls<V extends object>(variables: V): V {
  const entries = Object.entries(variables).map(([name, value]) => [
    name,
    typeof value === 'string' ? boundVariable(name, value) : value,
  ])
  return Object.fromEntries(entries) as V
}

/**
 * Names are user input. Line breaks in them must not start a header or a paragraph, and characters that change the writing
 * direction must not change how the rest of the email reads.
 */
export function toOneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim()
}

const maxNameLength = 60

/** Keeps names from being used to send messages to the recipient. */
export function boundName(text: string): string {
  const name = [...toOneLine(text)]
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength).join('')}…` : name.join('')
}

/** A variable of an email. Names and descriptions are user input. */
export function boundVariable(variable: string, text: string): string {
  return /(?:DisplayName|Description)$/.test(variable) ? boundName(text) : toOneLine(text)
}

function toText({ title, paragraphs, code, button, closing }: Notice): string {
  return [
    title,
    ...paragraphs,
    ...(code ? [code] : []),
    ...(button ? [`${button.text}:\n${button.url}`] : []),
    closing,
  ].join('\n\n')
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** For email programs that know the reader's choice. */
const darkStylesOf = ({ backgroundColor, color }: ButtonStyle) => `@media (prefers-color-scheme: dark) {
.page { background: #0e0f12 !important }
.card { background: #15171b !important; border-color: #2a2d33 !important }
.text { color: #f3f1ed !important }
.muted { color: #9a978f !important }
.button { background: ${backgroundColor} !important; color: ${color} !important }
}`

/** Tables and inline styles, because email programs support little else. */
function toHtml(notice: Notice, projectName: string, look: EmailLook): string {
  const { subject, title, paragraphs, code, button, closing } = notice
  const text = `${font};font-size:15px;line-height:1.6;color:#15171b;margin:0 0 16px`
  const muted = `${font};font-size:13px;line-height:1.6;color:#6b6760;margin:0`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStylesOf(look.darkButtonStyle)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fbfaf8">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#fbfaf8">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">
<tr>${toLogo(look)}<td class="text" style="${font};font-size:15px;line-height:28px;font-weight:600;color:#15171b;padding-bottom:16px">${escapeHtml(projectName)}</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:480px;background:#ffffff;border:1px solid #e7e4de;border-radius:10px">
<tr><td style="padding:32px">
<h1 class="text" style="${font};font-size:20px;line-height:1.2;font-weight:600;color:#15171b;margin:0 0 16px">${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p class="text" style="${text}">${escapeHtml(paragraph)}</p>`).join('\n')}
${code ? toCode(code) : ''}${button ? toButton(button, look.buttonStyle) : ''}<p class="muted" style="${muted}">${escapeHtml(closing)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function toCode(code: string): string {
  const style = 'font-family:monospace;font-size:28px;line-height:32px;letter-spacing:6px;color:#15171b;margin:0 0 24px'
  return `<p class="text" style="${style}">${escapeHtml(code)}</p>\n`
}

function toLogo({ logoUrl }: EmailLook): string {
  if (!logoUrl) return ''
  const image = `<img src="${escapeHtml(logoUrl)}" alt="" width="28" height="28" style="display:block;border-radius:6px">`
  return `<td width="38" style="padding-bottom:16px">${image}</td>`
}

function toButton({ text, url }: NonNullable<Notice['button']>, look: ButtonStyle): string {
  const style =
    `${font};font-size:15px;font-weight:500;display:inline-block;background:${look.backgroundColor};color:${look.color};` +
    `border-radius:${look.borderRadius};padding:12px 20px;text-decoration:none`
  const link = `<a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a>`
  return `<p style="margin:8px 0 24px">${link}</p>\n`
}
