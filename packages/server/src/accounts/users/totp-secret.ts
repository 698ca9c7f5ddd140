import type { Context } from '../../http/context.ts'

export function sealTotpSecret(ctx: Context, secretBase64: string | null | undefined): string | null {
  return secretBase64 ? ctx.platform.secrets.encrypt(secretBase64, purposeOfTotpSecret(ctx.project.id)) : null
}

export function openTotpSecret(ctx: Context, sealed: string): Buffer {
  return Buffer.from(ctx.platform.secrets.decrypt(sealed, purposeOfTotpSecret(ctx.project.id)), 'base64')
}

export function purposeOfTotpSecret(projectId: string): string {
  return `TOTP secret in ${projectId}`
}
