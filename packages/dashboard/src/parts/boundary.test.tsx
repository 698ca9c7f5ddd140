import { NetworkError } from '@latchkey/react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../data/query-client.ts'
import { Boundary } from './boundary.tsx'

let isServerAway: boolean

beforeEach(() => {
  isServerAway = true
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', async () => {
    if (isServerAway) throw new TypeError('fetch failed')
    return new Response()
  })
})

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Users() {
  const load = async () => {
    if (isServerAway) throw new NetworkError('GET /users', {}, null, false)
    return ['Ada']
  }
  const { data } = useSuspenseQuery({ queryKey: ['users'], queryFn: load }, queryClient)
  return data.join()
}

test('a page that failed while the server was away loads by itself when it is back', async () => {
  render(
    <Boundary skeleton="Loading">
      <Users />
    </Boundary>,
  )
  expect(await screen.findByText('Could not load this section')).toBeTruthy()
  isServerAway = false
  expect(await screen.findByText('Ada', {}, { timeout: 20_000 })).toBeTruthy()
})
