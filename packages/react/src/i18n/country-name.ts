/** The name of a country in a language, or its code if the browser does not know it. */
export function countryName(code: string, lang: string): string {
  try {
    return new Intl.DisplayNames(lang, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
