import type { EmailServerKind } from '../../config/settings.ts'
import type { Config } from '../../config.ts'

type TlsConfig = Pick<Config, 'isProduction' | 'plaintextSmtp'>

/** Whoever is on the way could read codes and passwords, or make a server look as if it had no TLS. */
export function requiresTls({ isProduction, plaintextSmtp }: TlsConfig, kind: EmailServerKind): boolean {
  return isProduction && !plaintextSmtp.includes(kind)
}

const kindNames = { shared: 'the shared email server', projects: 'the email servers of projects' }

/** What the log says at the start where TLS is not required. */
export function describePlaintext({ isProduction, plaintextSmtp }: TlsConfig): string | undefined {
  if (!isProduction || plaintextSmtp.length === 0) return undefined
  const names = plaintextSmtp.map((kind) => kindNames[kind]).join(' and ')
  return `LATCHKEY_SMTP_ALLOW_PLAINTEXT allows ${names} to be used without TLS, so passwords and codes can be read in transit.`
}
