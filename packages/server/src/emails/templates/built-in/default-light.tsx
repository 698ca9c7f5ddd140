import { Body, Container, Head, Html, Img, Link, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

const font = { fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" }

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
        <Body style={font} className="page m-0 bg-[#fbfaf8] px-[16px] py-[32px] text-[#15171b]">
          <Container className="w-full max-w-[480px]">
            <table role="presentation" cellPadding={0} cellSpacing={0} className="mb-[16px]">
              <tbody>
                <tr>
                  {project.logoUrl && (
                    <td className="pr-[10px]">
                      <Img src={project.logoUrl} alt="" width={28} height={28} className="rounded-[6px]" />
                    </td>
                  )}
                  <td style={font} className="name font-semibold text-[#15171b] text-[15px] leading-[28px]">
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
              className="card border-separate rounded-[10px] border border-solid border-[#e7e4de] bg-[#ffffff]"
            >
              <tbody>
                <tr>
                  <td style={font} className="p-[32px] text-[15px] leading-[24px] text-[#15171b]">
                    {children}
                  </td>
                </tr>
              </tbody>
            </table>
            {unsubscribeLink && (
              <Text className="footer m-0 mt-[16px] text-center text-[13px] leading-[20px] text-[#6b6760]">
                Don’t want emails like this?{' '}
                <Link href={unsubscribeLink} className="text-[#8a5a12] underline">
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
