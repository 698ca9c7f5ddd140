import { measureBundles } from './bundles.ts'
import { isMet, printReport } from './report.ts'

const measurements = await measureBundles()
printReport(measurements)
if (!measurements.every(isMet)) process.exitCode = 1
