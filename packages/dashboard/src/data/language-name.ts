const names = new Intl.DisplayNames(['en'], { type: 'language', languageDisplay: 'standard' })

/** "German (Germany)" for `de-DE`. What is no language stays as it is. */
export function languageName(locale: string): string {
  try {
    return names.of(locale) ?? locale
  } catch {
    return locale
  }
}
