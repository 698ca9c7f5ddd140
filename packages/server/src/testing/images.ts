const fromBase64 = (text: string) => Buffer.from(text, 'base64')

/** The smallest valid images, of one pixel each. */
export const images = {
  png: fromBase64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  jpeg: fromBase64(
    `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=`,
  ),
  gif: fromBase64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  bmp: fromBase64('Qk0eAAAAAAAAABoAAAAMAAAAAQABAAEAGAAAAP8A'),
  webp: fromBase64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
}

export function toDataUrl(type: string, content: Buffer): string {
  return `data:image/${type};base64,${content.toString('base64')}`
}
