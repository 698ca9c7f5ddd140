import { NetworkError } from '@latchkey/react/next'
import { latchkey } from '../../../latchkey'

export async function GET() {
  try {
    const user = await latchkey.getPartialUser({ from: 'token' })
    if (!user) return Response.json({ error: 'Please sign in.' }, { status: 401 })
    return Response.json({ id: user.id, email: user.primaryEmail })
  } catch (error) {
    // A token that has expired cannot be renewed while Latchkey is away.
    if (!(error instanceof NetworkError)) throw error
    return Response.json({ error: 'Please try again.' }, { status: 503, headers: { 'retry-after': '5' } })
  }
}
