import type { RequestContext } from '../../http/context.ts'

/** The revision that a save is based on. */
export interface SaveBasis {
  revision: number
  /** The conflict that its author has resolved: fields in `keepTheirs` stay as they are, all others are saved. */
  resolved?: { revision: number; keepTheirs: string[] } | undefined
}

/** Undefined for clients that do not send a revision: their last change wins. The route has checked the headers. */
export function basisOf({ caller: { headers } }: Pick<RequestContext, 'caller'>): SaveBasis | undefined {
  const revision = headers.get('x-stack-revision')
  if (!revision) return undefined
  const resolved = headers.get('x-stack-resolved-revision')
  const keepTheirs = (headers.get('x-stack-keep-theirs') ?? '').split(',').filter(Boolean)
  return {
    revision: Number(revision),
    ...(resolved && { resolved: { revision: Number(resolved), keepTheirs } }),
  }
}
