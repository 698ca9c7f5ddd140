export interface SentSearch {
  status?: 'sent' | 'failed'
  recipient?: string
  cursor?: string
}

/** What the address says about the list. Anything else in it is ignored. */
export function parseSentSearch({ status, recipient, cursor }: Record<string, unknown>): SentSearch {
  return {
    ...((status === 'sent' || status === 'failed') && { status }),
    ...(typeof recipient === 'string' && recipient !== '' && { recipient }),
    ...(typeof cursor === 'string' && cursor !== '' && { cursor }),
  }
}
