import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  signInInvitationLink: 'string',
  teamDisplayName: 'string',
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
      <Subject value={`You are invited to sign in to ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading style={styles.heading}>Welcome to {project.displayName}</Heading>
      <Text style={styles.text}>{user.displayName ? `Hi ${user.displayName},` : 'Hi,'}</Text>
      <Text style={styles.text}>
        {variables.teamDisplayName === project.displayName
          ? `You are invited to sign in to ${project.displayName}.`
          : `${variables.teamDisplayName} invites you to sign in to ${project.displayName}.`}
      </Text>
      <Button
        href={variables.signInInvitationLink}
        style={{ ...styles.button, ...project.buttonStyle }}
        className="button"
      >
        Sign in
      </Button>
      <Text style={styles.linkText}>
        If the button does not work, open this link:
        <br />
        <Link href={variables.signInInvitationLink} style={styles.link}>
          {variables.signInInvitationLink}
        </Link>
      </Text>
      <Text style={styles.note}>If you do not know {project.displayName}, you can ignore this email.</Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  signInInvitationLink: 'https://example.com/sign-in',
  teamDisplayName: 'The Bakers',
} satisfies typeof variablesSchema.infer
