/** The value for a JSON column, where undefined and null are the same. */
export function toJsonText(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
