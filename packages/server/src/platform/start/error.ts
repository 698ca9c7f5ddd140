/** A reason why the server does not start, for the person who started it: printed without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
