import type { EmailThemeDocument } from '@latchkey/contract'
import { quote } from './expressions.ts'
import { darkStylesOf, fonts, isDark, phoneStyles, unsubscribeQuestion } from './theme.ts'

/** The code of a theme that looks the same. */
export function toThemeTsx({ colors, darkColors, font, width, radius, header, footer }: EmailThemeDocument): string {
  const schemes = darkColors ? 'light dark' : isDark(colors.background) ? 'dark' : 'light'
  // The button is the template's, which knows nothing of the theme.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the generated code has the template
  const darkButton = '.button { background-color: ${backgroundColor} !important; color: ${color} !important; }\n'
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the generated code has the template
  const button = { backgroundColor: '${backgroundColor}', color: '${color}', borderRadius: '' }
  const rules = darkColors ? darkStylesOf(darkColors, button) : isDark(colors.card) ? darkButton : ''
  return `import { Body, Container, Head, Html, Img, Link, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

const font = { fontFamily: ${quote(fonts[font])} }

const styles = {
  page: { ...font, margin: 0, padding: '32px 16px', backgroundColor: '${colors.background}', color: '${colors.text}' },
  frame: { width: '100%', maxWidth: '${width}px' },
  header: { marginBottom: '16px' },
  logo: { borderRadius: '6px' },
  name: { ...font, fontWeight: 600, fontSize: '15px', lineHeight: '28px', color: '${colors.text}' },
  card: {
    borderCollapse: 'separate',
    border: '1px solid ${colors.border}',
    borderRadius: '${radius}px',
    backgroundColor: '${colors.card}',
  },
  content: { ...font, padding: '32px', fontSize: '15px', lineHeight: '24px', color: '${colors.text}' },
  footer: { margin: '16px 0 0', textAlign: 'center', fontSize: '13px', lineHeight: '20px', color: '${colors.muted}' },
  link: { color: '${colors.link}', textDecoration: 'underline' },
} as const

const stylesOf = ({ backgroundColor, color }: ThemeProps['project']['darkButtonStyle']) => \`${phoneStyles}${rules}\`

export function EmailTheme({ children, project, locale, unsubscribeLink }: ThemeProps) {
  return (
    <Html lang={locale}>
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${schemes}" />
        <meta name="supported-color-schemes" content="${schemes}" />
        <style>{stylesOf(project.darkButtonStyle)}</style>
      </Head>
      <Tailwind>
        <Body className="page" style={styles.page}>
          <Container style={styles.frame}>
${header === 'none' ? '' : toHeader(header)}            <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} className="card" style={styles.card}>
              <tbody>
                <tr>
                  <td className="text" style={styles.content}>{children}</td>
                </tr>
              </tbody>
            </table>
${footer ? toFooter(footer) : ''}            {unsubscribeLink && (
              <Text className="footer" style={styles.footer}>
                ${unsubscribeQuestion}{' '}
                <Link href={unsubscribeLink} className="link" style={styles.link}>
                  Unsubscribe
                </Link>
              </Text>
            )}
          </Container>
        </Body>
      </Tailwind>
    </Html>
  )
}

EmailTheme.PreviewProps = {
  unsubscribeLink: 'https://example.com/unsubscribe',
} satisfies Partial<ThemeProps>
`
}

function toHeader(header: EmailThemeDocument['header']): string {
  const logo = `                  {project.logoUrl && (
                    <td style={{ paddingRight: '10px' }}>
                      <Img src={project.logoUrl} alt="" width={28} height={28} style={styles.logo} />
                    </td>
                  )}
`
  const name = '<td className="name" style={styles.name}>{project.displayName}</td>'
  return `            <table role="presentation" cellPadding={0} cellSpacing={0} style={styles.header}>
              <tbody>
                <tr>
${header === 'name' ? '' : logo}                  ${header === 'logo' ? `{!project.logoUrl && ${name}}` : name}
                </tr>
              </tbody>
            </table>
`
}

/** Themes get no variables but the name of the project. */
function toFooter(footer: string): string {
  const lines = footer.split('\n').map((line) => {
    const pieces = line.split(/\{\{\s*projectDisplayName\s*\}\}/).map((piece) => `{${quote(piece)}}`)
    return pieces.join('{project.displayName}')
  })
  return `            <Text className="footer" style={styles.footer}>
              ${lines.join('<br />')}
            </Text>
`
}
