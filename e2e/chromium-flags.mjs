/** Chromium only uses the last of several such lists, so this one begins with what Playwright disables by default. */
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
  // Every window would render its address bar suggestions, which is more expensive than the page itself.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  // Do not start a spare process in advance.
  'SpareRendererForSitePerProcess',
]

/** The options for starting Chromium in tests and for screenshots. */
export const chromiumFlags = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Domains on this machine: one that no project trusts, and one with several hosts.
  '--host-resolver-rules=MAP untrusted.test 127.0.0.1,MAP *.neighbours.test 127.0.0.1',
]
