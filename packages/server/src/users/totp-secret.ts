import type { Context } from '../http/context.ts'

export function sealTotpSecret(ctx: Context, secretBase64: string | null | undefined): string | null {
  return secretBase64 ? ctx.services.secrets.encrypt(secretBase64, purposeOf(ctx)) : null
}

export function openTotpSecret(ctx: Context, sealed: string): Buffer {
  return Buffer.from(ctx.services.secrets.decrypt(sealed, purposeOf(ctx)), 'base64')
}

function purposeOf(ctx: Context): string {
  return `TOTP secret in ${ctx.project.id}`
}
