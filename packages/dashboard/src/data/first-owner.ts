import { call } from '../api.ts'

let reading: ReturnType<typeof call<'GET /internal/first-owner'>> | undefined

/** Whether this server has an owner. Two consecutive pages share one request. */
export function readFirstOwner() {
  reading ??= call('GET /internal/first-owner').finally(() => {
    setTimeout(() => {
      reading = undefined
    }, 1000)
  })
  return reading
}
