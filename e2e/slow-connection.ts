import type { Locator, Page } from 'playwright-core'

interface HeldRequests {
  /** Resolves with the first request. */
  arrived: Promise<void>
  letGo(): void
}

/** Holds requests back until they are released. */
export async function holdBack(page: Page, url: string): Promise<HeldRequests> {
  let arrive = () => {}
  let letGo = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(url, async (route) => {
    arrive()
    await free
    await route.continue()
  })
  return { arrived, letGo }
}

/** Clicks a second time before the first request has reached the server. */
export async function pressTwice(button: Locator, request: string): Promise<void> {
  const { letGo } = await holdBack(button.page(), request)
  await button.dblclick()
  letGo()
}
