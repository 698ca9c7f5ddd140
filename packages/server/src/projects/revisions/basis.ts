import type { RequestContext } from '../../http/context.ts'

/** The revision that a save is based on. */
export interface SaveBasis {
  revision: number
  /** The conflict that its author has resolved: fields in `keepTheirs` stay as they are, all others are saved. */
  resolved?: { revision: number; keepTheirs: string[] } | undefined
}

/** Undefined for clients that do not send a revision: their last change wins. */
export function basisOf({ caller: { headers } }: Pick<RequestContext, 'caller'>): SaveBasis | undefined {
  const revision = toRevision(headers.get('x-stack-revision'))
  if (revision === undefined) return undefined
  const resolved = toRevision(headers.get('x-stack-resolved-revision'))
  const keepTheirs = (headers.get('x-stack-keep-theirs') ?? '').split(',').filter(Boolean)
  return { revision, ...(resolved !== undefined && { resolved: { revision: resolved, keepTheirs } }) }
}

/** Routes that take a revision refuse any other text. All others ignore it. */
const toRevision = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
