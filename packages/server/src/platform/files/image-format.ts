export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp'

/**
 * Detects the image format from the content; undefined if browsers could not show it. Because the first bytes are easy to
 * fake, the header must also have the size of the image. SVG is not supported, because it can run scripts.
 */
export function detectImageFormat(content: Buffer): ImageFormat | undefined {
  try {
    const format = (Object.keys(readers) as ImageFormat[]).find((name) => signatures[name](content))
    return format && readers[format](content).every((length) => length > 0) ? format : undefined
  } catch (error) {
    // A truncated header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const startsWith = (content: Buffer, hex: string, offset = 0) =>
  content.subarray(offset, offset + hex.length / 2).toString('hex') === hex

const textAt = (content: Buffer, offset: number) => content.toString('latin1', offset, offset + 4)

const signatures: Record<ImageFormat, (content: Buffer) => boolean> = {
  png: (content) => startsWith(content, '89504e470d0a1a0a'),
  jpeg: (content) => startsWith(content, 'ffd8ff'),
  gif: (content) => startsWith(content, '474946383761') || startsWith(content, '474946383961'),
  webp: (content) => textAt(content, 0) === 'RIFF' && textAt(content, 8) === 'WEBP',
  bmp: (content) => startsWith(content, '424d'),
}

const unreadable = [0, 0]

/** Width and height. */
const readers: Record<ImageFormat, (content: Buffer) => number[]> = {
  png: (content) =>
    content.readUInt32BE(8) === 13 && textAt(content, 12) === 'IHDR'
      ? [content.readUInt32BE(16), content.readUInt32BE(20)]
      : unreadable,
  jpeg: readJpeg,
  gif: (content) => [content.readUInt16LE(6), content.readUInt16LE(8)],
  webp: readWebp,
  bmp: (content) => {
    const headerLength = content.readUInt32LE(14)
    if (headerLength === 12) return [content.readUInt16LE(18), content.readUInt16LE(20)]
    if (headerLength < 40 || headerLength > 124) return unreadable
    // A negative height means that rows are stored top-down.
    return [content.readInt32LE(18), Math.abs(content.readInt32LE(22))]
  },
}

/** Reads segments until the start of a frame. */
function readJpeg(content: Buffer): number[] {
  let place = 2
  while (content.readUInt8(place) === 0xff) {
    const marker = content.readUInt8(place + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [content.readUInt16BE(place + 7), content.readUInt16BE(place + 5)]
    if (marker === 0xd9 || marker === 0xda) return unreadable
    const isFilling = marker === 0xff
    place += isFilling ? 1 : 2 + content.readUInt16BE(place + 2)
  }
  return unreadable
}

function readWebp(content: Buffer): number[] {
  switch (textAt(content, 12)) {
    case 'VP8 ':
      if (!startsWith(content, '9d012a', 23)) return unreadable
      return [content.readUInt16LE(26) & 0x3fff, content.readUInt16LE(28) & 0x3fff]
    case 'VP8L': {
      const sizes = content.readUInt32LE(21)
      return content.readUInt8(20) === 0x2f ? [(sizes & 0x3fff) + 1, ((sizes >>> 14) & 0x3fff) + 1] : unreadable
    }
    case 'VP8X':
      return [content.readUIntLE(24, 3) + 1, content.readUIntLE(27, 3) + 1]
    default:
      return unreadable
  }
}
