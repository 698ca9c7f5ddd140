import type { GeoInfo } from '@latchkey/sdk'
import { countryName } from './country-name.ts'

/** The city and the country, as far as they are known. */
export function placeOf(geoInfo: GeoInfo | null | undefined, lang: string): string | undefined {
  const country = geoInfo?.countryCode && countryName(geoInfo.countryCode, lang)
  return [geoInfo?.cityName, country].filter(Boolean).join(', ') || undefined
}
