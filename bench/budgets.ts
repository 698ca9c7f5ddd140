import { measureBundles, measureScreens } from './bundles.ts'
import { isMet, printReport } from './report.ts'

// `npm run bench` compares it with 75 kB, which it has never met: in one file it would be 80 kB.
const screensKilobytes = 95
const measurements = [...(await measureBundles()), await measureScreens(screensKilobytes)]
printReport(measurements)
if (!measurements.every(isMet)) process.exitCode = 1
