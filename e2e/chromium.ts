import { type Browser, chromium } from 'playwright-core'
import { chromiumFlags } from './chromium-flags.mjs'

let browser: Promise<Browser> | undefined

/** One browser for all files of a worker. It ends with the worker, to which it is connected by a pipe. */
export function getChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumFlags,
    timeout: 100_000,
  })
  return browser
}
