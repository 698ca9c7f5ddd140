import { isUnavailable } from '@latchkey/react/next'
import { latchkey } from '../../../latchkey'

export async function GET() {
  try {
    const user = await latchkey.getPartialUser({ from: 'token' })
    if (!user) return Response.json({ error: 'Please sign in.' }, { status: 401 })
    return Response.json({ id: user.id, email: user.primaryEmail })
  } catch (error) {
    // A token that has expired cannot be renewed while Latchkey is away.
    if (!isUnavailable(error)) throw error
    const headers = { 'Retry-After': '5' }
    return Response.json({ error: 'Please try again in a moment.' }, { status: 503, headers })
  }
}
