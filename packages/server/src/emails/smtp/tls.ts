import type { EmailServerKind } from '../../config/settings.ts'
import type { Config } from '../../config.ts'

type TlsConfig = Pick<Config, 'isProduction' | 'plaintextSmtp'>

/** Whoever is on the way could read codes and passwords, or make a server look as if it had no TLS. */
export function requiresTls({ isProduction, plaintextSmtp }: TlsConfig, kind: EmailServerKind): boolean {
  return isProduction && !plaintextSmtp.includes(kind)
}

const kindNames = { shared: 'the shared mail server', projects: 'the mail servers of projects' }

/** What the log says at the start where TLS is not required. */
export function describePlaintext({ isProduction, plaintextSmtp }: TlsConfig): string | undefined {
  if (!isProduction || plaintextSmtp.length === 0) return undefined
  const names = plaintextSmtp.map((kind) => kindNames[kind]).join(' and ')
  return `LATCHKEY_SMTP_ALLOW_PLAINTEXT lets ${names} be used without TLS: passwords and codes may be read on the way.`
}
