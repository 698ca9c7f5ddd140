export const customerTypes = ['user', 'team', 'custom'] as const
export type CustomerType = (typeof customerTypes)[number]
export const customerTypeNames = { user: 'Users', team: 'Teams', custom: 'Custom customers' } as const

export interface CustomerReference {
  type: CustomerType
  id: string
}
