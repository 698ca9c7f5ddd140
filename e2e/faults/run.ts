import { faults } from './faults.ts'
import { type Row, renderTable } from './table.ts'

// `npm run faults` tries every fault; `npm run faults -- F1 F7 --tries 3` only some of them, and less often.

const { wanted, tries } = readArguments(process.argv.slice(2))
const rows: Row[] = []
for (const fault of faults.filter(({ id }) => wanted.length === 0 || wanted.some((one) => isMeant(id, one)))) {
  const { id, name } = fault
  console.log(`${id} ${name} …`)
  const obstacle = fault.findObstacle?.()
  const result = obstacle ? { obstacle } : await fault.run(Math.min(tries ?? fault.tries, fault.tries)).catch(toResult)
  rows.push({ id, name, result })
  console.log(renderTable(rows.slice(-1)).split('\n').at(-1))
}
console.log(`\n${renderTable(rows)}`)
const failed = rows.filter(({ result }) => 'problems' in result && result.problems.length > 0)
console.log(`\n${rows.length - failed.length} of ${rows.length} faults without a problem`)
process.exitCode = failed.length > 0 || rows.length === 0 ? 1 : 0

function readArguments(given: string[]): { wanted: string[]; tries: number | undefined } {
  const at = given.indexOf('--tries')
  const tries = at === -1 ? undefined : Number(given[at + 1])
  if (tries !== undefined && !(tries >= 1)) throw new Error('--tries needs a number')
  const wanted = given.filter((_, index) => at === -1 || (index !== at && index !== at + 1))
  const unknown = wanted.filter((one) => !faults.some(({ id }) => isMeant(id, one)))
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`)
  return { wanted, tries }
}

/** `F7` means all its variants: F7, F7a, F7b and so on. */
function isMeant(id: string, wanted: string): boolean {
  return id === wanted || id.replace(/[a-z]$/, '') === wanted
}

function toResult(error: Error) {
  return { tries: 0, problems: [error.stack ?? error.message] }
}
