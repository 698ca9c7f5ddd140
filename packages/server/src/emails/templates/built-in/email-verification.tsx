import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  'accountName?': 'string',
  emailVerificationLink: 'string',
  'notMeLink?': 'string',
})

const styles = {
  heading: { margin: '0 0 16px', fontWeight: 600, fontSize: '20px', lineHeight: '24px' },
  text: { margin: '0 0 16px', fontSize: '15px', lineHeight: '24px' },
  button: { margin: '8px 0 24px', padding: '12px 20px', fontWeight: 500, fontSize: '15px' },
  linkText: { margin: '0 0 12px', fontSize: '13px', lineHeight: '20px' },
  link: { color: 'inherit', textDecoration: 'underline', wordBreak: 'break-all' },
  note: { margin: 0, fontSize: '13px', lineHeight: '20px' },
  quietButton: {
    marginTop: '12px',
    padding: '8px 16px',
    border: '1px solid #928d84',
    fontWeight: 500,
    fontSize: '13px',
    color: 'inherit',
  },
} as const

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Verify your email at ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading style={styles.heading}>Verify your email</Heading>
      <Text style={styles.text}>{user.displayName ? `Hi ${user.displayName},` : 'Hi,'}</Text>
      <Text style={styles.text}>
        {variables.accountName
          ? `The account ${variables.accountName} at ${project.displayName} wants to use this email address. If that account is yours, please verify the address.`
          : `Someone signed up at ${project.displayName} with your email address. Was it you? Then please verify the address.`}{' '}
        The link works for 7 days.
      </Text>
      <Button
        href={variables.emailVerificationLink}
        style={{ ...styles.button, ...project.buttonStyle }}
        className="button"
      >
        Verify email
      </Button>
      <Text style={styles.linkText}>
        If the button does not work, open this link:
        <br />
        <Link href={variables.emailVerificationLink} style={styles.link}>
          {variables.emailVerificationLink}
        </Link>
      </Text>
      <Text style={styles.note}>
        If {variables.accountName ? 'that account is not yours' : 'it wasn’t you'}, you can ignore this email
        {variables.notMeLink && ', or have your address removed from that account'}.
      </Text>
      {variables.notMeLink && (
        <Button
          href={variables.notMeLink}
          style={{ ...styles.quietButton, borderRadius: project.buttonStyle.borderRadius }}
          className="quiet-button"
        >
          {variables.accountName ? 'This isn’t my account' : 'It wasn’t me'}
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
