import { Button, Heading, Link, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  magicLink: 'string',
  otp: 'string',
})

const styles = {
  heading: { margin: '0 0 16px', fontWeight: 600, fontSize: '20px', lineHeight: '24px' },
  text: { margin: '0 0 16px', fontSize: '15px', lineHeight: '24px' },
  code: {
    margin: '0 0 24px',
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Monaco, Consolas, 'Liberation Mono', 'Courier New', monospace",
    fontSize: '28px',
    lineHeight: '32px',
    letterSpacing: '6px',
  },
  button: { margin: '8px 0 24px', padding: '12px 20px', fontWeight: 500, fontSize: '15px' },
  linkText: { margin: '0 0 12px', fontSize: '13px', lineHeight: '20px' },
  link: { color: 'inherit', textDecoration: 'underline', wordBreak: 'break-all' },
  note: { margin: 0, fontSize: '13px', lineHeight: '20px' },
} as const

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`Sign in to ${project.displayName}: your code is ${variables.otp}`} />
      <NotificationCategory value="Transactional" />
      <Heading style={styles.heading}>Sign in to {project.displayName}</Heading>
      <Text style={styles.text}>{user.displayName ? `Hi ${user.displayName},` : 'Hi,'}</Text>
      <Text style={styles.text}>
        Enter this code to sign in, or use the button. It works once and expires in ten minutes.
      </Text>
      <Text style={styles.code}>{variables.otp}</Text>
      <Button href={variables.magicLink} style={{ ...styles.button, ...project.buttonStyle }} className="button">
        Sign in
      </Button>
      <Text style={styles.linkText}>
        If the button does not work, open this link:
        <br />
        <Link href={variables.magicLink} style={styles.link}>
          {variables.magicLink}
        </Link>
      </Text>
      <Text style={styles.note}>
        If you did not try to sign in, you can ignore this email. Never share the code with anyone.
      </Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  magicLink: 'https://example.com/sign-in?code=abc123',
  otp: 'ABC123',
} satisfies typeof variablesSchema.infer
