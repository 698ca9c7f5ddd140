/** Any UUID in lower case, to build longer patterns with. */
export const uuidSource = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** The id of a project is a UUID, or `internal` for the project of the dashboard. */
export const projectIdPattern = new RegExp(`^(?:internal|${uuidSource})$`)

/** Versions 1 to 5 in any case and the nil UUID; the server itself makes lower-case version 4. */
export const uuidPattern =
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|0{8}-0{4}-0{4}-0{4}-0{12})$/i

/** For ids that are looked up rather than validated: what cannot be one belongs to nothing. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}

const uuidShape = new RegExp(`^${uuidSource}$`)

/** Whether a `uuid` column could hold it as it stands: any version, in lower case. */
export function hasUuidShape(text: string): boolean {
  return uuidShape.test(text)
}
