import { findFirefox } from '../e2e/firefox-path.mjs'
import { installWithApt } from './chromium.mjs'

/** Finds the second browser for the tests, or installs it like the first. Without it, its tests are left out. */
export function findOrInstallFirefox() {
  const found = findFirefox() ?? (installWithApt('firefox-esr', 'Firefox') ? findFirefox() : undefined)
  if (!found)
    console.log('Firefox is not installed, so the journeys in it are not tested. Set FIREFOX_PATH to test them.')
  return found
}
