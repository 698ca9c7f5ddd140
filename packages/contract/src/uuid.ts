/** Any UUID in lowercase, for use in longer patterns. */
export const uuidSource = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The ID of a project is a UUID, or `internal` for the project of the dashboard. */
export const projectIdPattern = new RegExp(`^(?:internal|${uuidSource})$`)

/** Versions 1 to 5 in any case and the nil UUID. The server itself generates lowercase version 4. */
export const uuidPattern =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12})$/i

/** For IDs that are looked up rather than validated: a malformed ID is treated like an unknown one. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

const uuidShape = new RegExp(`^${uuidSource}$`)

/** Whether a `uuid` column would store it unchanged: any version, in lowercase. */
export function hasUuidShape(text: string): boolean {
  return uuidShape.test(text)
}
