import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  signInInvitationLink: 'string',
  teamDisplayName: 'string',
})

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`You are invited to sign in to ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">
        Welcome to {project.displayName}
      </Heading>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName},` : 'Hi,'}
      </Text>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {variables.teamDisplayName === project.displayName
          ? `You are invited to sign in to ${project.displayName}.`
          : `${variables.teamDisplayName} invites you to sign in to ${project.displayName}.`}
      </Text>
      <Button
        href={variables.signInInvitationLink}
        style={project.buttonStyle}
        className="button mt-[8px] mb-[24px] px-[20px] py-[12px] font-medium text-[15px]"
      >
        Sign in
      </Button>
      <Text className="m-0 mb-[12px] text-[13px] leading-[20px]">
        If the button does not work, open this link:
        <br />
        <Link href={variables.signInInvitationLink} className="break-all text-inherit underline">
          {variables.signInInvitationLink}
        </Link>
      </Text>
      <Text className="m-0 text-[13px] leading-[20px]">
        If you do not know {project.displayName}, you can ignore this email.
      </Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  signInInvitationLink: 'https://example.com/sign-in',
  teamDisplayName: 'The Bakers',
} satisfies typeof variablesSchema.infer
