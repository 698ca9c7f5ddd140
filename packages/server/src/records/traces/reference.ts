const shown = 12

/** What error pages show of the ID of a request: short enough to read out, and long enough to find one trace. */
export function referenceOf(requestId: string): string {
  return toGroups(requestId.replaceAll('-', '').slice(0, shown))
}

/** The reference in what somebody has typed or pasted; undefined if that is too short. A whole ID works too. */
export function readReference(text: string): string | undefined {
  const digits = text.toLowerCase().replaceAll(/[\s-]/g, '')
  return digits.length < shown ? undefined : toGroups(digits.slice(0, shown))
}

const toGroups = (digits: string) => digits.match(/.{4}/g)!.join('-')
