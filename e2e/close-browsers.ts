import { afterAll, afterEach } from 'vitest'
import { closeBrowsers } from './browser.ts'

// Files share what they import, and with it a running Chromium. This runs in each of them.
afterEach(closeBrowsers)
afterAll(closeBrowsers)
