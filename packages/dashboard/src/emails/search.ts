export interface SentSearch {
  status?: 'sent' | 'failed'
  recipient?: string
  cursor?: string
}

/** The search parameters of the list. Unknown ones are ignored. */
export function parseSentSearch({ status, recipient, cursor }: Record<string, unknown>): SentSearch {
  return {
    ...((status === 'sent' || status === 'failed') && { status }),
    ...(typeof recipient === 'string' && recipient !== '' && { recipient }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
  }
}
