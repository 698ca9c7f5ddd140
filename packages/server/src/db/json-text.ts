/** What is written into a column of JSON. Nothing and null are the same there. */
export function toJsonText(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}
