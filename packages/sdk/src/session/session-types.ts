import type { TokenPair } from './token-store-types.ts'

export interface Session {
  getTokens(): Promise<TokenPair>
}

/** A session with what it takes to send requests in its name. */
export interface InternalSession extends Session {
  /** The server refused this access token, so another one is needed. */
  dropAccessToken(accessToken: string): void
}

export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
  readonly isImpersonation: boolean
  readonly isCurrentSession: boolean
  readonly geoInfo: GeoInfo | undefined
}

export interface GeoInfo {
  readonly ip: string
  readonly countryCode?: string | null | undefined
  readonly regionCode?: string | null | undefined
  readonly cityName?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
  readonly tzIdentifier?: string | null | undefined
}
