import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  passwordResetLink: 'string',
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
      <Subject value={`Reset your password at ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading style={styles.heading}>Reset your password</Heading>
      <Text style={styles.text}>{user.displayName ? `Hi ${user.displayName},` : 'Hi,'}</Text>
      <Text style={styles.text}>
        Someone, hopefully you, requested a new password at {project.displayName}. The link works once and expires in
        one hour.
      </Text>
      <Button
        href={variables.passwordResetLink}
        style={{ ...styles.button, ...project.buttonStyle }}
        className="button"
      >
        Choose a new password
      </Button>
      <Text style={styles.linkText}>
        If the button does not work, open this link:
        <br />
        <Link href={variables.passwordResetLink} style={styles.link}>
          {variables.passwordResetLink}
        </Link>
      </Text>
      <Text style={styles.note}>
        If you did not request this, you can ignore this email. Your password will not change.
      </Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  passwordResetLink: 'https://example.com/reset?code=abc123',
} satisfies typeof variablesSchema.infer
