/** The functions of a module without the first arguments, which an app has bound. */
type Bound<Args extends unknown[], Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...args: [...Args, ...infer Rest]) => Promise<infer Result>
    ? (...args: Rest) => Promise<Result>
    : never
}

/**
 * Methods whose code a browser loads when one of them is first called, so that rarely used code costs nothing until
 * then. Each is called with `args` before its own arguments.
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

/** The same for functions that are part of the app's first bundle. */
export function bind<Methods extends object, Args extends unknown[]>(methods: Methods, ...args: Args) {
  return onDemand(async () => methods, Object.keys(methods) as (keyof Methods)[], ...args)
}
