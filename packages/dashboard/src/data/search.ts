/** Returns the value of a search parameter, or undefined if it is not valid. */
type Parse<T> = (value: unknown) => T | undefined

/** The router parses a string of digits as a number. */
export const text: Parse<string> = (value) =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value ? value : undefined

/** A day such as `2026-03-31`. */
export const day: Parse<string> = (value) =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value))) ? String(value) : undefined

export const flag: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const oneOf =
  <const T extends string | number | boolean>(...values: readonly T[]): Parse<T> =>
  (value) =>
    values.find((each) => each === value)

export type SearchOf<Parser> = Parser extends (search: never) => infer Search ? Search : never

/** Parses the search parameters of a page. Unknown and invalid ones are ignored. */
export function searchParser<Shape extends Record<string, Parse<unknown>>>(shape: Shape) {
  type Search = { [Key in keyof Shape]?: NonNullable<ReturnType<Shape[Key]>> }
  return (search: Record<string, unknown>): Search =>
    onlyGiven(Object.fromEntries(Object.entries(shape).map(([key, parse]) => [key, parse(search[key])]))) as Search
}

/** Without the entries that are undefined or empty. */
export function onlyGiven<T extends object>(values: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as never
}
