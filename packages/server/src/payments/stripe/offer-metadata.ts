import { soldOffer } from '@latchkey/contract'
import { PlainError } from '../../platform/http/plain-error.ts'
import { renderOffer } from '../../projects/project-config/render.ts'
import type { Offer } from '../catalog.ts'

/** The metadata that Stripe stores with a payment, so that its webhooks describe the whole purchase. */
export interface PurchasedOffer {
  offerId: string | null
  priceId: string | null
  offer: Offer
}

/** Stripe limits the length and the number of metadata values. */
const maxLength = 500
const maxParts = 40

/** A long offer continues in `offer2`, `offer3` …; parts of an earlier offer that are no longer needed are cleared. */
export function toOfferMetadata(
  purchased: PurchasedOffer,
  earlier: Record<string, string> = {},
): Record<string, string> {
  const parts = split(JSON.stringify(purchased.offer))
  if (parts.length > maxParts) throw new PlainError(400, "This offer's definition is too large to be sold by card.")
  const emptied = Object.keys(earlier).filter((key) => /^offer\d+$/.test(key))
  return {
    ...Object.fromEntries(emptied.map((key) => [key, ''])),
    ...Object.fromEntries(parts.map((part, index) => [partName(index), part])),
    offerId: purchased.offerId ?? '',
    priceId: purchased.priceId ?? '',
  }
}

/**
 * Cut so that nothing is lost: not inside a surrogate pair, and without a space at either end, which may be trimmed.
 */
function split(text: string): string[] {
  if (text.length <= maxLength) return [text]
  const escaped = text.replaceAll(/[^!-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return Array.from({ length: Math.ceil(escaped.length / maxLength) }, (_, index) =>
    escaped.slice(index * maxLength, (index + 1) * maxLength),
  )
}

/** Undefined if the metadata is not ours, or was changed and is no longer a valid offer. */
export function readOfferMetadata(metadata: Record<string, string>): PurchasedOffer | undefined {
  let text = ''
  for (let index = 0; metadata[partName(index)]; index++) text += metadata[partName(index)]
  const parsed = soldOffer.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const offerId = metadata.offerId || null
  return { offerId, priceId: metadata.priceId || null, offer: renderOffer(parsed.data, offerId ?? '') as Offer }
}

function partName(index: number): string {
  return index === 0 ? 'offer' : `offer${index + 1}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
