// @vitest-environment node
import { expect, test } from 'vitest'
import { bytesOf, clampCrop, cropSquare, moveCrop, wholeImage } from './crop.ts'

const wide = { width: 400, height: 200 }

test('starts with the largest square in the middle', () => {
  expect(cropSquare(wide, wholeImage)).toEqual({ left: 100, top: 0, side: 200 })
})

test('zooms into the middle', () => {
  expect(cropSquare(wide, { ...wholeImage, zoom: 2 })).toEqual({ left: 150, top: 50, side: 100 })
})

test('never leaves the image', () => {
  const corner = clampCrop(wide, { zoom: 2, x: 5, y: -5 })
  expect(cropSquare(wide, corner)).toEqual({ left: 300, top: 0, side: 100 })
})

test('follows the finger: dragging right reveals the left side', () => {
  expect(cropSquare(wide, moveCrop(wide, wholeImage, 0.25, 0)).left).toBe(50)
  expect(cropSquare(wide, moveCrop(wide, wholeImage, 9, 9))).toEqual({ left: 0, top: 0, side: 200 })
})

test('counts the bytes of a data URL', () => {
  expect(bytesOf(`data:image/jpeg;base64,${Buffer.alloc(300).toString('base64')}`)).toBe(300)
})
