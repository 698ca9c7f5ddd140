import ipaddr from 'ipaddr.js'
import type { Caller } from '../http/context.ts'

/** Where a session was last used. In camel case, as on the wire. */
export interface IpInfo {
  ip: string
  countryCode: string | null
  regionCode: string | null
  cityName: string | null
  tzIdentifier: string | null
  latitude: number | null
  longitude: number | null
}

/** The `User-Agent` of a browser. Null for servers, which say nothing about the user. */
export function readBrowser({ headers }: Caller): string | null {
  const userAgent = headers.get('user-agent')
  return userAgent?.startsWith('Mozilla/') ? userAgent.slice(0, 300) : null
}

/** Known only for browsers, because a server's address says nothing about the user. */
export function readIpInfo(caller: Caller): IpInfo | null {
  return readBrowser(caller) ? locate(caller) : null
}

/** Also of a server. */
export function locate({ headers, address, isProxied }: Caller): IpInfo | null {
  // Only a trusted proxy can know the location; from anyone else these headers are unverified.
  const text = (...names: string[]) =>
    isProxied ? (names.map((name) => headers.get(name)).find(Boolean) ?? null) : null
  const ip = addressHeaders.map((name) => text(name)?.split(',')[0]?.trim()).find(isAddress) ?? address
  if (!ip) return null
  return {
    ip,
    countryCode: text('cf-ipcountry', 'x-vercel-ip-country'),
    regionCode: text('x-vercel-ip-country-region'),
    cityName: decodeCity(text('x-vercel-ip-city')),
    tzIdentifier: text('x-vercel-ip-timezone'),
    latitude: toNumber(text('x-vercel-ip-latitude')),
    longitude: toNumber(text('x-vercel-ip-longitude')),
  }
}

/** Two letters. Proxies send XX and T1 if the country is unknown. */
export function countryOf(ipInfo: IpInfo | null): string | null {
  const code = ipInfo?.countryCode?.toUpperCase() ?? ''
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null
}

const addressHeaders = ['cf-connecting-ip', 'x-vercel-forwarded-for', 'x-real-ip']

function isAddress(text: string | undefined): boolean {
  return text !== undefined && ipaddr.isValid(text)
}

function decodeCity(text: string | null): string | null {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return text
  }
}

function toNumber(text: string | null): number | null {
  const number = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}
