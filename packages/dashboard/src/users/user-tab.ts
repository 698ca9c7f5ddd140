const userTabs = ['profile', 'sign-in', 'teams', 'keys', 'payments', 'emails', 'activity'] as const

export type UserTab = (typeof userTabs)[number]

/** The active tab in the URL. The first tab is the default. */
export function parseUserTab({ tab }: Record<string, unknown>): { tab?: UserTab } {
  const known = userTabs.find((each) => each === tab)
  return known && known !== 'profile' ? { tab: known } : {}
}
