import { isUnavailable } from '@latchkey/react/next'
import { type NextRequest, NextResponse } from 'next/server'
import { latchkey } from './latchkey'

/**
 * Runs before the pages below. Pages still check for themselves: this only saves them the work. It reads
 * the session's token, and sends a request to Latchkey only to renew it.
 */
export default async function proxy(request: NextRequest) {
  try {
    if (await latchkey.getPartialUser({ from: 'token' })) return NextResponse.next()
  } catch (error) {
    // A token that has expired cannot be renewed while Latchkey is away.
    if (!isUnavailable(error)) throw error
    const headers = { 'Retry-After': '5' }
    return new NextResponse('Please try again in a moment.', { status: 503, headers })
  }
  const signIn = new URL(latchkey.urls.signIn, request.url)
  signIn.searchParams.set('after_auth_return_to', request.nextUrl.pathname + request.nextUrl.search)
  return NextResponse.redirect(signIn)
}

export const config = { matcher: ['/team'] }
