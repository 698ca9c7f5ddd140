import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createAccount, demoUrl, fillSignIn, fillSignUp, newPerson, openBrowser, signUp } from './browser.ts'
import { signedInPages, signedOutPages } from './pages.ts'
import { holdBack } from './slow-connection.ts'

/** The position of a form's button before and after a message appears above it. */
async function placesOfButton(page: Page, name: string, message: string | RegExp): Promise<[number, number]> {
  const button = page.getByRole('button', { name, exact: true })
  const placeOf = () => button.evaluate((shown) => shown.getBoundingClientRect().y + scrollY)
  const before = await placeOf()
  await button.click()
  await page.getByText(message).first().waitFor()
  return [before, await placeOf()]
}

test('on a phone no message of one line moves anything, and a second line only adds itself', async () => {
  const person = await createAccount()
  const page = await openBrowser({ width: 380 })
  const expectShift = async (name: string, message: string | RegExp, lines = 0) => {
    const [before, after] = await placesOfButton(page, name, message)
    expect.soft(after, `${name}: ${message}`).toBe(before + lines * 16)
  }

  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').fill(person.email)
  await expectShift('Send me a code', "This email isn't verified yet.", 1)
  await page.getByRole('tab', { name: 'Password' }).click()
  await page.getByLabel('Email').fill('')
  await expectShift('Sign in', 'Enter your email.')
  await fillSignIn(page, { ...person, password: 'not my password' })
  await page.getByText('Wrong email or password.').waitFor()

  await page.goto(`${demoUrl}handler/sign-up`)
  await fillSignUp(page, { ...newPerson(), password: 'short' })
  await expectShift('Sign up', 'Use at least 8 characters.')
  await fillSignUp(page, person)
  await expectShift('Sign up', 'This email is already in use.')

  await page.goto(`${demoUrl}handler/forgot-password`)
  await page.getByLabel('Email').fill('ada')
  await expectShift('Send link', 'Enter a valid email, like name@example.com.', 1)
})

interface PageWithShifts {
  shifts: string[]
}

/** Opens pages one after the other and lists what moved on each by itself. */
async function findShifts(page: Page, headings: Record<string, string>): Promise<Record<string, string[]>> {
  await page.addInitScript(() => {
    const { shifts } = Object.assign(globalThis, { shifts: [] as string[] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        for (const { node, previousRect, currentRect } of entry.sources) {
          shifts.push(`${node?.className || node?.nodeName}: ${previousRect.y} → ${currentRect.y}`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shifts: Record<string, string[]> = {}
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto('about:blank')
    await page.goto(demoUrl + path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    // Shifts are reported after the frame they happened in.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const found = await page.evaluate(() => (globalThis as unknown as PageWithShifts).shifts)
    if (found.length > 0) shifts[path] = found
  }
  return shifts
}

test.each([380, 1280])('nothing moves by itself on any page that is %i px wide', async (width) => {
  const visitor = await openBrowser({ width })
  expect(await findShifts(visitor, signedOutPages)).toEqual({})
  const user = await openBrowser({ width })
  await signUp(user)
  expect(await findShifts(user, signedInPages)).toEqual({})
})

const cardOf = (page: Page) =>
  page.locator('.lk-card').evaluate((card) => {
    const { top, height } = card.getBoundingClientRect()
    return { top: top + scrollY, height }
  })

test.each([380, 1280])('the card of a page %i px wide keeps its top, and never gets shorter', async (width) => {
  const page = await openBrowser({ width })
  for (const path of ['handler/sign-in', 'handler/sign-up']) {
    const project = await holdBack(page, '**/projects/current')
    await page.goto(demoUrl + path)
    await page.locator('.lk-card[aria-busy="true"]').waitFor()
    const outline = await cardOf(page)
    project.letGo()
    await page.getByLabel('Email').waitFor()
    const form = await cardOf(page)
    expect(form.top, path).toBe(outline.top)
    expect(form.height, path).toBeGreaterThanOrEqual(outline.height)
    await page.getByRole('tab', { name: 'Password' }).click()
    const withPassword = await cardOf(page)
    expect(withPassword.top, path).toBe(form.top)
    expect(withPassword.height, path).toBeGreaterThan(form.height)
    await page.getByRole('tab', { name: 'Magic link' }).click()
    expect(await cardOf(page), path).toEqual(withPassword)
  }
})

test('the gaps in the sign-in card are almost equal, and the card is a little above the middle of the page', async () => {
  const page = await openBrowser({ width: 1280 })
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').waitFor()
  const [above, below] = await page.locator('.lk-card').evaluate((card) => {
    const { top, bottom } = card.getBoundingClientRect()
    return [top - card.parentElement!.getBoundingClientRect().top, innerHeight - bottom]
  })
  expect(above).toBeLessThan(below)
  expect(above).toBeGreaterThan(below / 2)

  await page.getByRole('tab', { name: 'Password' }).click()
  const gaps = await page.locator('.lk-card').evaluate((card) => {
    const box = (selector: string) => card.querySelector(selector)!.getBoundingClientRect()
    const [email, password] = [...card.querySelectorAll('.lk-field')]
    const gapAfterInput = (field: Element, next: DOMRect) =>
      next.top - field.querySelector('.lk-input')!.getBoundingClientRect().bottom
    const line = box('.lk-separator')
    return [
      box('.lk-methods').top - box('.lk-lead').bottom,
      (line.top + line.bottom) / 2 - box('.lk-methods').bottom,
      box('.lk-tabs').top - (line.top + line.bottom) / 2,
      email!.getBoundingClientRect().top - box('.lk-tabs').bottom,
      gapAfterInput(email!, password!.getBoundingClientRect()),
      gapAfterInput(password!, box('[type=submit]')),
      card.getBoundingClientRect().bottom - 1 - box('[type=submit]').bottom,
    ]
  })
  expect(Math.min(...gaps)).toBe(24)
  expect(Math.max(...gaps)).toBe(28)
})

test('the words of a card stand in its middle, and its insets are equal', async () => {
  const page = await openBrowser({ width: 380 })
  await page.goto(`${demoUrl}handler/sign-in`)
  await page.getByLabel('Email').waitFor()
  const insets = await page.locator('.lk-card').evaluate((card) => {
    const { left, right } = card.getBoundingClientRect()
    const { clientWidth } = document.documentElement
    const [gapAbove, gapBelow] = ['previousElementSibling', 'nextElementSibling'].map((side) => {
      const line = card.querySelector('.lk-separator')!
      const other = line[side as 'nextElementSibling']!
      return side === 'nextElementSibling'
        ? other.getBoundingClientRect().top - line.getBoundingClientRect().bottom
        : line.getBoundingClientRect().top - other.getBoundingClientRect().bottom
    })
    return { left, right: clientWidth - right, gapAbove, gapBelow }
  })
  expect(insets.left).toBe(insets.right)
  expect(insets.gapAbove).toBe(insets.gapBelow)
})

test('arrows point the other way on a page that is read from right to left', async () => {
  const page = await openBrowser()
  await page.goto(`${demoUrl}handler/forgot-password`)
  const arrow = page.locator('.lk-back > .lk-icon')
  const scale = () => arrow.evaluate((icon) => getComputedStyle(icon).scale)
  expect(await scale()).toBe('none')
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  expect(await scale()).toBe('-1 1')
})
