import type { Locator, Page } from 'playwright-core'

interface HeldRequests {
  /** Resolves with the first of them. */
  arrived: Promise<void>
  letGo(): void
}

/** Keeps requests from the server until they are let go. */
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

/** Clicks a second time before the server has heard of the first, however long the machine takes between the two. */
export async function pressTwice(button: Locator, request: string): Promise<void> {
  const { letGo } = await holdBack(button.page(), request)
  await button.dblclick()
  letGo()
}
