import { afterAll, afterEach } from 'vitest'
import { closeBrowsers, contexts } from './browser.ts'
import { reportPages } from './failure-report.ts'

// Test files share their imports, and with them a running Chromium. This runs in each of them.
afterEach(async (test) => {
  await reportPages(test, contexts)
  await closeBrowsers()
})
afterAll(closeBrowsers)
