/**
 * What a class needs besides the hooks that its constructor assigns, so that an app that misses a method or a hook does
 * not compile. What methods return is not compared: the SDK's types do not know that the objects have hooks here.
 */
export type AppMembers<App, Hooks> = {
  [Name in Exclude<keyof App, keyof Hooks>]: App[Name] extends (...args: never) => unknown
    ? (...args: never) => unknown
    : App[Name]
}
