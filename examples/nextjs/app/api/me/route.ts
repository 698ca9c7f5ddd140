import { latchkey } from '../../../latchkey'

export async function GET() {
  const user = await latchkey.getUser()
  if (!user) return Response.json({ error: 'Please sign in.' }, { status: 401 })
  return Response.json({ id: user.id, email: user.primaryEmail })
}
