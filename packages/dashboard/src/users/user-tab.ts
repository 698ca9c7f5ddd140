const userTabs = ['profile', 'sign-in', 'teams', 'keys', 'payments', 'emails', 'activity'] as const

export type UserTab = (typeof userTabs)[number]

/** The part of the page in the address; the first is not in it. */
export function parseUserTab({ tab }: Record<string, unknown>): { tab?: UserTab } {
  const known = userTabs.find((each) => each === tab)
  return known && known !== 'profile' ? { tab: known } : {}
}
