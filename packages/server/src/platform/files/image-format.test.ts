import { expect, test } from 'vitest'
import { images } from '../../testing/images.ts'
import { detectImageFormat } from './image-format.ts'

const lossless = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='
const extended = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8X'), Buffer.alloc(18)])
const filled = Buffer.concat([images.jpeg.subarray(0, 2), Buffer.from([0xff, 0xff]), images.jpeg.subarray(2)])
const upsideDown = Buffer.alloc(54)
upsideDown.write('BM')
upsideDown.writeUInt32LE(40, 14)
upsideDown.writeInt32LE(3, 18)
upsideDown.writeInt32LE(-2, 22)

test.each([
  ...Object.entries(images),
  ['webp', Buffer.from(lossless, 'base64')],
  ['webp', extended],
  ['jpeg', filled],
  ['bmp', upsideDown],
] as [string, Buffer][])('a %s image is known by its header', (format, content) => {
  expect(detectImageFormat(content)).toBe(format)
})

test.each([
  ['png', 24],
  ['jpeg', 98],
  ['gif', 10],
  ['bmp', 22],
  ['webp', 30],
] as const)('a %s image that is cut before its size is none', (format, headerLength) => {
  for (let length = 0; length < headerLength; length++) {
    expect(detectImageFormat(images[format].subarray(0, length)), String(length)).toBeUndefined()
  }
  expect(detectImageFormat(images[format].subarray(0, headerLength))).toBe(format)
})

test('whatever follows the first bytes of an image, it is read or refused', () => {
  for (const start of Object.values(images)) {
    for (const byte of [0, 1, 0x7f, 0xc4, 0xd8, 0xff]) {
      const content = Buffer.concat([start.subarray(0, 12), Buffer.alloc(300, byte)])
      expect(() => detectImageFormat(content)).not.toThrow()
    }
  }
})
