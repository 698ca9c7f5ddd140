import { Body, Container, Head, Html, Img, Link, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

const font = { fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" }

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
        <Body style={font} className="m-0 bg-[#0e0f12] px-[16px] py-[32px] text-[#f3f1ed]">
          <Container className="w-full max-w-[480px]">
            <table role="presentation" cellPadding={0} cellSpacing={0} className="mb-[16px]">
              <tbody>
                <tr>
                  {project.logoUrl && (
                    <td className="pr-[10px]">
                      <Img src={project.logoUrl} alt="" width={28} height={28} className="rounded-[6px]" />
                    </td>
                  )}
                  <td style={font} className="font-semibold text-[#f3f1ed] text-[15px] leading-[28px]">
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
              className="border-separate rounded-[10px] border border-solid border-[#2a2d33] bg-[#15171b]"
            >
              <tbody>
                <tr>
                  <td style={font} className="p-[32px] text-[15px] leading-[24px] text-[#f3f1ed]">
                    {children}
                  </td>
                </tr>
              </tbody>
            </table>
            {unsubscribeLink && (
              <Text className="m-0 mt-[16px] text-center text-[13px] leading-[20px] text-[#9a978f]">
                Don’t want emails like this?{' '}
                <Link href={unsubscribeLink} className="text-[#e0b266] underline">
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
