import { Body, Container, Head, Html, Img, Link, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

const font = { fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" }

/** Inline rather than Tailwind classes, which take several times as long to render; templates may use both. */
const styles = {
  page: { ...font, margin: 0, padding: '32px 16px', backgroundColor: '#0e0f12', color: '#f3f1ed' },
  frame: { width: '100%', maxWidth: '480px' },
  header: { marginBottom: '16px' },
  logo: { borderRadius: '6px' },
  name: { ...font, fontWeight: 600, fontSize: '15px', lineHeight: '28px', color: '#f3f1ed' },
  card: {
    borderCollapse: 'separate',
    border: '1px solid #2a2d33',
    borderRadius: '10px',
    backgroundColor: '#15171b',
  },
  content: { ...font, padding: '32px', fontSize: '15px', lineHeight: '24px', color: '#f3f1ed' },
  footer: { margin: '16px 0 0', textAlign: 'center', fontSize: '13px', lineHeight: '20px', color: '#9a978f' },
  link: { color: '#e0b266', textDecoration: 'underline' },
} as const

/** The button is the template's, which knows nothing of the theme. */
const buttonStylesOf = ({ backgroundColor, color }: ThemeProps['project']['darkButtonStyle']) =>
  `.button { background-color: ${backgroundColor} !important; color: ${color} !important; }`

export function EmailTheme({ children, project, unsubscribeLink }: ThemeProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <meta name="supported-color-schemes" content="dark" />
        <style>{buttonStylesOf(project.darkButtonStyle)}</style>
      </Head>
      <Tailwind>
        <Body style={styles.page}>
          <Container style={styles.frame}>
            <table role="presentation" cellPadding={0} cellSpacing={0} style={styles.header}>
              <tbody>
                <tr>
                  {project.logoUrl && (
                    <td style={{ paddingRight: '10px' }}>
                      <Img src={project.logoUrl} alt="" width={28} height={28} style={styles.logo} />
                    </td>
                  )}
                  <td style={styles.name}>{project.displayName}</td>
                </tr>
              </tbody>
            </table>
            <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={styles.card}>
              <tbody>
                <tr>
                  <td style={styles.content}>{children}</td>
                </tr>
              </tbody>
            </table>
            {unsubscribeLink && (
              <Text style={styles.footer}>
                Don’t want emails like this?{' '}
                <Link href={unsubscribeLink} style={styles.link}>
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
