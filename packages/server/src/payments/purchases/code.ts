import { type CustomerType, KnownError, uuidSource } from '@latchkey/contract'
import { checkCode } from '../../accounts/verification-codes/use.ts'
import type { Context, OpenContext } from '../../http/context.ts'
import type { Db } from '../../platform/db/database.ts'
import { projectCache } from '../../projects/cache.ts'
import { consumeCode, insertVerificationCode } from '../../records/verification-codes/queries.ts'
import type { Offer } from '../catalog.ts'
import type { Customer } from '../customers.ts'
import { findProjectIdByTenancy } from './queries.ts'

/** The data of a purchase link. */
export interface PurchaseCode {
  customer_type: CustomerType
  customer_id: string
  /** Null for an inline offer. */
  offer_id: string | null
  offer: Offer
  /** Null if the server has no Stripe keys. */
  stripe_account_id: string | null
  stripe_customer_id: string | null
  origin: PurchaseOrigin
  /** Where the page leads back to. Absent if the request did not say so. */
  return_url?: string | undefined
}

/**
 * Who requested the link: the app's server, the customer (a user for themselves or one of their teams), or anyone with
 * the publishable key, which is public.
 */
export type PurchaseOrigin = 'server' | 'customer' | 'anybody'

export interface FoundPurchase {
  ctx: Context
  code: string
  purchase: PurchaseCode
  customer: Customer
}

const fullCodePattern = new RegExp(`^(${uuidSource})_([0-9a-z]{45})$`)

/** Contains the project too, because the link is all that the purchase page knows. */
export async function insertPurchaseCode(ctx: Context, data: PurchaseCode): Promise<string> {
  const values = { kind: 'purchase' as const, userId: null, data, now: ctx.now() }
  const { code } = await insertVerificationCode(ctx.db, ctx.project.id, values)
  return `${ctx.project.tenancy_id}_${code}`
}

export function parseFullCode(fullCode: string): { tenancyId: string; code: string } {
  const [, tenancyId, code] = fullCodePattern.exec(fullCode.toLowerCase()) ?? []
  if (!tenancyId || !code) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return { tenancyId, code }
}

/** Counts an attempt. The code alone determines the project. */
export async function findPurchase(ctx: OpenContext, fullCode: string): Promise<FoundPurchase> {
  const { tenancyId, code } = parseFullCode(fullCode)
  const projectId = await findProjectIdByTenancy(ctx.db, tenancyId)
  const project = projectId === undefined ? undefined : await projectCache(ctx.platform).find(projectId)
  if (!project) throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  return findPurchaseOf(ctx.ofProject(project), code)
}

export async function findPurchaseOf(ctx: Context, code: string): Promise<FoundPurchase> {
  try {
    const { data } = await checkCode(ctx, 'purchase', code)
    return { ctx, code, purchase: data, customer: { type: data.customer_type, id: data.customer_id } }
  } catch (error) {
    throw KnownError.is(error) && goneCodes.has(error.code) ? new KnownError('VERIFICATION_CODE_NOT_FOUND') : error
  }
}

/** On the existing wire, purchase codes are deleted once they are used or expired. */
const goneCodes = new Set(['VERIFICATION_CODE_EXPIRED', 'VERIFICATION_CODE_ALREADY_USED'])

/** Only the first request succeeds. */
export async function takePurchaseCode(db: Db, ctx: Context, code: string, now: Date): Promise<void> {
  if (!(await consumeCode(db, ctx.project.id, 'purchase', code, now))) {
    throw new KnownError('VERIFICATION_CODE_NOT_FOUND')
  }
}
