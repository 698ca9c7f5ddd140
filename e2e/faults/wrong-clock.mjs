// Loaded into a server under test before anything else: its machine's clock is wrong by TEST_CLOCK_SHIFT_MILLIS.
const shift = Number(process.env.TEST_CLOCK_SHIFT_MILLIS)
const Right = Date

globalThis.Date = class extends Right {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(Right.now() + shift)
  }

  static now() {
    return Right.now() + shift
  }
}
