/** Chromium heeds the last of several such lists, so this one begins with what Playwright disables by default. */
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

/** How Chromium is started for tests and for screenshots. */
export const chromiumFlags = [
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
