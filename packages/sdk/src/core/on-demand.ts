/** The methods of a module without the arguments that an app binds to them. */
type Bound<Args extends unknown[], Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: [...Args, ...infer Rest]) => Promise<infer Result>
    ? (...args: Rest) => Promise<Result>
    : never
}

/**
 * Methods whose code a browser fetches when one of them is first called, so that nobody pays for what is rarely used.
 * Each gets `args` before what it is called with.
 */
export function onDemand<Methods, Name extends keyof Methods, Args extends unknown[]>(
  load: () => Promise<Methods>,
  names: readonly Name[],
  ...args: Args
): Pick<Bound<Args, Methods>, Name> {
  const methods = names.map((name) => [
    name,
    async (...rest: unknown[]) => ((await load())[name] as (...all: unknown[]) => unknown)(...args, ...rest),
  ])
  return Object.fromEntries(methods)
}
