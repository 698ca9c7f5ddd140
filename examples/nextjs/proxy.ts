import { type NextRequest, NextResponse } from 'next/server'
import { latchkey } from './latchkey'

/**
 * Runs before the pages below. Pages still check for themselves: this only saves them the work. It asks nobody: the
 * session's token says who it is.
 */
export default async function proxy(request: NextRequest) {
  const user = await latchkey.getPartialUser({ from: 'token' })
  if (user) return NextResponse.next()
  const signIn = new URL(latchkey.urls.signIn, request.url)
  signIn.searchParams.set('after_auth_return_to', request.nextUrl.pathname + request.nextUrl.search)
  return NextResponse.redirect(signIn)
}

export const config = { matcher: ['/team'] }
