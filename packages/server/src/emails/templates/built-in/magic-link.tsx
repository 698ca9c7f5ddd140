import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  magicLink: 'string',
  otp: 'string',
})

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Sign in to ${project.displayName}: your code is ${variables.otp}`} />
      <NotificationCategory value="Transactional" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">
        Sign in to {project.displayName}
      </Heading>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName},` : 'Hi,'}
      </Text>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        Enter this code to sign in, or use the button. It works once and expires in ten minutes.
      </Text>
      <Text className="m-0 mb-[24px] font-mono text-[28px] leading-[32px] tracking-[6px]">{variables.otp}</Text>
      <Button
        href={variables.magicLink}
        style={project.buttonStyle}
        className="button mt-[8px] mb-[24px] px-[20px] py-[12px] font-medium text-[15px]"
      >
        Sign in
      </Button>
      <Text className="m-0 mb-[12px] text-[13px] leading-[20px]">
        If the button does not work, open this link:
        <br />
        <Link href={variables.magicLink} className="break-all text-inherit underline">
          {variables.magicLink}
        </Link>
      </Text>
      <Text className="m-0 text-[13px] leading-[20px]">
        If you did not try to sign in, you can ignore this email. Never share the code with anyone.
      </Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  magicLink: 'https://example.com/sign-in?code=abc123',
  otp: 'ABC123',
} satisfies typeof variablesSchema.infer
