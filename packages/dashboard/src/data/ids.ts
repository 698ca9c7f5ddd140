/** Undefined if the ID is valid and free. */
export function findIdProblem(id: string, taken: readonly string[]): string | undefined {
  if (!id) return 'Enter an ID, such as pro-monthly.'
  if (id.length > 63) return 'Use at most 63 characters.'
  if (!/^[a-zA-Z_][a-zA-Z0-9_-]*$/.test(id))
    return 'Start with a letter or underscore, then use letters, digits, _ and - only.'
  return taken.includes(id) ? 'This ID is already in use.' : undefined
}

/** An ID derived from the name. */
export function suggestId(name: string): string {
  const plain = name.normalize('NFD').replaceAll(/\p{Diacritic}/gu, '')
  const id = plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[-0-9]+|-+$/g, '')
  return id.slice(0, 63)
}
