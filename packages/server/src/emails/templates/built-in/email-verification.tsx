import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  'accountName?': 'string',
  emailVerificationLink: 'string',
  'notMeLink?': 'string',
})

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Verify your email at ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">Verify your email</Heading>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName},` : 'Hi,'}
      </Text>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {variables.accountName ? `The account ${variables.accountName}` : 'An account'} at {project.displayName} wants
        to use this email address. If that account is yours, please verify the address. The link works for 7 days.
      </Text>
      <Button
        href={variables.emailVerificationLink}
        style={project.buttonStyle}
        className="button mt-[8px] mb-[24px] px-[20px] py-[12px] font-medium text-[15px]"
      >
        Verify email
      </Button>
      <Text className="m-0 mb-[12px] text-[13px] leading-[20px]">
        If the button does not work, open this link:
        <br />
        <Link href={variables.emailVerificationLink} className="break-all text-inherit underline">
          {variables.emailVerificationLink}
        </Link>
      </Text>
      <Text className="m-0 text-[13px] leading-[20px]">
        If that account is not yours, you can ignore this email
        {variables.notMeLink && ', or have your address removed from that account'}.
      </Text>
      {variables.notMeLink && (
        <Button
          href={variables.notMeLink}
          style={{ borderRadius: project.buttonStyle.borderRadius }}
          className="quiet-button mt-[12px] border border-solid border-[#928d84] px-[16px] py-[8px] font-medium text-[13px] text-inherit"
        >
          This isn’t my account
        </Button>
      )}
    </>
  )
}

EmailTemplate.PreviewVariables = {
  accountName: 'Ada Lovelace (ada@example.com)',
  emailVerificationLink: 'https://example.com/verify?code=abc123',
  notMeLink: 'https://example.com/not-me?code=abc123',
} satisfies typeof variablesSchema.infer
