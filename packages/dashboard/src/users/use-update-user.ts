import type { BodyOf } from '../data/call.ts'
import { useApi } from '../data/data.ts'

export function useUpdateUser(userId: string): (body: BodyOf<'PATCH /users/{user_id}'>) => Promise<unknown> {
  const { change } = useApi()
  return (body) => change('PATCH /users/{user_id}', { params: { user_id: userId }, body })
}
