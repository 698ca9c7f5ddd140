import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  teamDisplayName: 'string',
  teamInvitationLink: 'string',
})

const styles = {
  heading: { margin: '0 0 16px', fontWeight: 600, fontSize: '20px', lineHeight: '24px' },
  text: { margin: '0 0 16px', fontSize: '15px', lineHeight: '24px' },
  button: { margin: '8px 0 24px', padding: '12px 20px', fontWeight: 500, fontSize: '15px' },
  linkText: { margin: '0 0 12px', fontSize: '13px', lineHeight: '20px' },
  link: { color: 'inherit', textDecoration: 'underline', wordBreak: 'break-all' },
  note: { margin: 0, fontSize: '13px', lineHeight: '20px' },
} as const

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Join ${variables.teamDisplayName} at ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading style={styles.heading}>Join {variables.teamDisplayName}</Heading>
      <Text style={styles.text}>{user.displayName ? `Hi ${user.displayName},` : 'Hi,'}</Text>
      <Text style={styles.text}>
        You are invited to the team {variables.teamDisplayName} at {project.displayName}. The link works once, for 7
        days.
      </Text>
      <Button
        href={variables.teamInvitationLink}
        style={{ ...styles.button, ...project.buttonStyle }}
        className="button"
      >
        Join the team
      </Button>
      <Text style={styles.linkText}>
        If the button does not work, open this link:
        <br />
        <Link href={variables.teamInvitationLink} style={styles.link}>
          {variables.teamInvitationLink}
        </Link>
      </Text>
      <Text style={styles.note}>If you do not know the team, you can ignore this email.</Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  teamDisplayName: 'The Bakers',
  teamInvitationLink: 'https://example.com/join?code=abc123',
} satisfies typeof variablesSchema.infer
