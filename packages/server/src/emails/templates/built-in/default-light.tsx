import { Body, Container, Head, Html, Img, Link, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

const font = { fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" }

/** Inline rather than Tailwind classes, which take several times as long to render; templates may use both. */
const styles = {
  page: { ...font, margin: 0, padding: '32px 16px', backgroundColor: '#fbfaf8', color: '#15171b' },
  frame: { width: '100%', maxWidth: '480px' },
  header: { marginBottom: '16px' },
  logo: { borderRadius: '6px' },
  name: { ...font, fontWeight: 600, fontSize: '15px', lineHeight: '28px', color: '#15171b' },
  card: {
    borderCollapse: 'separate',
    border: '1px solid #e7e4de',
    borderRadius: '10px',
    backgroundColor: '#ffffff',
  },
  content: { ...font, padding: '32px', fontSize: '15px', lineHeight: '24px', color: '#15171b' },
  footer: { margin: '16px 0 0', textAlign: 'center', fontSize: '13px', lineHeight: '20px', color: '#6b6760' },
  link: { color: '#8a5a12', textDecoration: 'underline' },
} as const

/** Email programs that know the reader's choice show the email in it. */
const darkStylesOf = ({
  backgroundColor,
  color,
}: ThemeProps['project']['darkButtonStyle']) => `@media (prefers-color-scheme: dark) {
  .page, .page td { background-color: #0e0f12 !important; }
  .page, .card td, .name { color: #f3f1ed !important; }
  .card { background-color: #15171b !important; border-color: #2a2d33 !important; }
  .card td { background-color: transparent !important; }
  .footer { color: #9a978f !important; }
  .footer a { color: #e0b266 !important; }
  .button { background-color: ${backgroundColor} !important; color: ${color} !important; }
  .quiet-button { border-color: #6a6d75 !important; color: #f3f1ed !important; }
}`

export function EmailTheme({ children, project, unsubscribeLink }: ThemeProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkStylesOf(project.darkButtonStyle)}</style>
      </Head>
      <Tailwind>
        <Body className="page" style={styles.page}>
          <Container style={styles.frame}>
            <table role="presentation" cellPadding={0} cellSpacing={0} style={styles.header}>
              <tbody>
                <tr>
                  {project.logoUrl && (
                    <td style={{ paddingRight: '10px' }}>
                      <Img src={project.logoUrl} alt="" width={28} height={28} style={styles.logo} />
                    </td>
                  )}
                  <td className="name" style={styles.name}>
                    {project.displayName}
                  </td>
                </tr>
              </tbody>
            </table>
            <table
              role="presentation"
              width="100%"
              cellPadding={0}
              cellSpacing={0}
              className="card"
              style={styles.card}
            >
              <tbody>
                <tr>
                  <td style={styles.content}>{children}</td>
                </tr>
              </tbody>
            </table>
            {unsubscribeLink && (
              <Text className="footer" style={styles.footer}>
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
