import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags } from './chromium-flags.mjs'

let browser: Promise<Browser> | undefined

/** One for all files that a worker runs. It ends with the worker, to which it is tied by a pipe. */
export function getChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumFlags,
    timeout: 100_000,
  })
  return browser
}
