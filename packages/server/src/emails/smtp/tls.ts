import type { EmailServerKind } from '../../platform/config/settings.ts'
import type { Config } from '../../platform/config.ts'

type TlsConfig = Pick<Config, 'isProduction' | 'plaintextSmtp'>

/** Without TLS, codes and passwords can be read in transit, and an attacker could hide the TLS support of a server. */
export function requiresTls({ isProduction, plaintextSmtp }: TlsConfig, kind: EmailServerKind): boolean {
  return isProduction && !plaintextSmtp.includes(kind)
}

const kindNames = { shared: 'the shared email server', projects: 'the email servers of projects' }

/** The warning that is logged at startup if TLS is not required. */
export function describePlaintext({ isProduction, plaintextSmtp }: TlsConfig): string | undefined {
  if (!isProduction || plaintextSmtp.length === 0) return undefined
  const names = plaintextSmtp.map((kind) => kindNames[kind]).join(' and ')
  return `LATCHKEY_SMTP_ALLOW_PLAINTEXT allows ${names} to be used without TLS, so passwords and codes can be read in transit.`
}
