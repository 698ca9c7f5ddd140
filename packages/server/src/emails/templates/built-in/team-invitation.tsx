import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  teamDisplayName: 'string',
  teamInvitationLink: 'string',
})

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Join ${variables.teamDisplayName} at ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">
        Join {variables.teamDisplayName}
      </Heading>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName},` : 'Hi,'}
      </Text>
      <Text className="m-0 mb-[16px] text-[15px] leading-[24px]">
        You are invited to the team {variables.teamDisplayName} at {project.displayName}. The link works once, for 7
        days.
      </Text>
      <Button
        href={variables.teamInvitationLink}
        style={project.buttonStyle}
        className="button mt-[8px] mb-[24px] px-[20px] py-[12px] font-medium text-[15px]"
      >
        Join the team
      </Button>
      <Text className="m-0 mb-[12px] text-[13px] leading-[20px]">
        If the button does not work, open this link:
        <br />
        <Link href={variables.teamInvitationLink} className="break-all text-inherit underline">
          {variables.teamInvitationLink}
        </Link>
      </Text>
      <Text className="m-0 text-[13px] leading-[20px]">If you do not know the team, you can ignore this email.</Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  teamDisplayName: 'The Bakers',
  teamInvitationLink: 'https://example.com/join?code=abc123',
} satisfies typeof variablesSchema.infer
