import { Body, Container, Head, Html, Link, Tailwind, Text } from '@react-email/components'
import type { ThemeProps } from '@stackframe/emails'

const font = { fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif" }

export function EmailTheme({ children, unsubscribeLink }: ThemeProps) {
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <meta name="supported-color-schemes" content="light" />
      </Head>
      <Tailwind>
        <Body style={font} className="m-0 bg-[#fbfaf8] px-[16px] py-[32px] text-[#15171b]">
          <Container className="w-full max-w-[480px]">
            <table
              role="presentation"
              width="100%"
              cellPadding={0}
              cellSpacing={0}
              className="border-separate rounded-[10px] border border-solid border-[#e7e4de] bg-[#ffffff]"
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
              <Text className="m-0 mt-[16px] text-center text-[13px] leading-[20px] text-[#6b6760]">
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
