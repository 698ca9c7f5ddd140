// Loaded into a server under test before anything else: at the signal SIGUSR2 it believes that eight days have passed,
// and tells who started it.
const days = 24 * 3_600_000
const Now = Date
let passed = 0

globalThis.Date = class extends Now {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(Now.now() + passed)
  }

  static now() {
    return Now.now() + passed
  }
}
process.on('SIGUSR2', () => {
  passed += 8 * days
  process.send('eight days have passed')
})
