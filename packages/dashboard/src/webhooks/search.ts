export const deliveryStates = ['pending', 'delivered', 'failed'] as const

export interface DeliverySearch {
  state?: (typeof deliveryStates)[number]
  cursor?: string
}

export function parseDeliverySearch({ state, cursor }: Record<string, unknown>): DeliverySearch {
  const known = deliveryStates.find((each) => each === state)
  return { ...(known && { state: known }), ...(typeof cursor === 'string' && cursor && { cursor }) }
}
