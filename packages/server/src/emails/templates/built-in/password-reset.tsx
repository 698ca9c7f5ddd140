import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  passwordResetLink: 'string',
})

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Reset your password at ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">Reset your password</Heading>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName},` : 'Hi,'}
      </Text>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        Someone, hopefully you, requested a new password at {project.displayName}. The link works once and expires in
        one hour.
      </Text>
      <Button
        href={variables.passwordResetLink}
        style={project.buttonStyle}
        className="button mt-[8px] mb-[24px] px-[20px] py-[12px] font-medium text-[15px]"
      >
        Choose a new password
      </Button>
      <Text className="m-0 mb-[12px] text-[13px] leading-[20px]">
        If the button does not work, open this link:
        <br />
        <Link href={variables.passwordResetLink} className="break-all text-inherit underline">
          {variables.passwordResetLink}
        </Link>
      </Text>
      <Text className="m-0 text-[13px] leading-[20px]">
        If you did not request this, you can ignore this email. Your password will not change.
      </Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  passwordResetLink: 'https://example.com/reset?code=abc123',
} satisfies typeof variablesSchema.infer
