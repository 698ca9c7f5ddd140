/**
 * A compiled source calls what it imports as `type.call(…)`, and arktype's functions have no `call`: they are objects
 * that can be called. This gives them what every other function has.
 */
export function withFunctionMethods(module: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(module).map(([name, value]) => [name, completed(value)]))
}

function completed(value: unknown): unknown {
  if (typeof value !== 'function' || typeof value.call === 'function') return value
  const callable = value as (...args: unknown[]) => unknown
  return new Proxy(callable, {
    get: (target, key) => (key in target ? Reflect.get(target, key) : Reflect.get(Function.prototype, key)),
    apply: (target, _self, args: unknown[]) => target(...args),
  })
}
