/**
 * The members that a class needs besides the hooks that its constructor assigns. An app that lacks a method or a hook
 * does not compile. Return types are not compared, because the SDK's types do not know the hooks of the objects.
 */
export type AppMembers<App, Hooks> = {
  [Name in Exclude<keyof App, keyof Hooks>]: App[Name] extends (...args: never) => unknown
    ? (...args: never) => unknown
    : App[Name]
}
