const units: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function formatRelativeTime(time: Date, lang: string, now = Date.now()): string {
  const seconds = Math.round((time.getTime() - now) / 1000)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const)
  const format = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  // A slightly wrong clock must not show a time in the future.
  return unit === 'second' ? format.format(0, 'second') : format.format(Math.round(Math.min(0, seconds) / length), unit)
}

export function formatDate(time: Date, lang: string, hasTime = false): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'medium', ...(hasTime && { timeStyle: 'short' }) }).format(time)
}
