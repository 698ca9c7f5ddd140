import { type Browser, chromium } from 'playwright-core'

/** Chromium heeds the last of several such lists, so this one begins with what Playwright switches off by itself. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // Every window would render the suggestions of its address bar, which nobody sees, at more cost than the page in it.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // Nor is a process started ahead for a page that never comes.
  'SpareRendererForSitePerProcess',
]
const flags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A domain that no project trusts, on this machine.
  '--host-resolver-rules=MAP untrusted.test 127.0.0.1',
]

let browser: Promise<Browser> | undefined

/** One for all files that a worker runs. It ends with the worker, to which it is tied by a pipe. */
export function getChromium(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: flags,
    timeout: 100_000,
  })
  return browser
}
