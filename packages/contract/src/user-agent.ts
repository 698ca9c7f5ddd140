export type DeviceKind = 'desktop' | 'phone' | 'tablet'

/** The common names of the browser and its operating system, and the kind of device; undefined if unknown. */
export function describeUserAgent(userAgent = '') {
  const find = (names: readonly (readonly [name: string, sign: RegExp])[]) =>
    names.find(([, sign]) => sign.test(userAgent))?.[0]
  return { browser: find(browsers), system: find(systems), kind: find(kinds) as DeviceKind | undefined }
}

// Android phones say that they are mobile, tablets do not.
const kinds = [
  ['phone', /iPhone|iPod|Android.+Mobile|Windows Phone/],
  ['tablet', /iPad|Android|Tablet|Kindle|Silk/],
  ['desktop', /Windows|Macintosh|CrOS|Linux/],
] as const

// Most browsers also claim to be Chrome or Safari, so these come last.
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\/|OPT\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const
