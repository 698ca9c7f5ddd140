/** The names of the API as those of JavaScript, and its times as dates. */
export function toCamelCase(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(toCamelCase)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const isTime = name.endsWith('_millis')
      const key = name.replace(/_millis$/, '').replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      return [key, isTime && typeof value === 'number' ? new Date(value) : toCamelCase(value)]
    }),
  )
}
