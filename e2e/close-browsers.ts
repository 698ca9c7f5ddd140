import { afterAll, afterEach } from 'vitest'
import { closeBrowsers } from './browser.ts'

// Test files share their imports, and with them a running Chromium. This runs in each of them.
afterEach(closeBrowsers)
afterAll(closeBrowsers)
