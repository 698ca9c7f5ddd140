/** The visible part of an image: its zoom, and the position of its center (0 to 1). */
export interface Crop {
  zoom: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const wholeImage: Crop = { zoom: 1, x: 0.5, y: 0.5 }
const MAX_BYTES = 100_000

/** The visible square, in pixels of the image. */
export function cropSquare(image: Size, crop: Crop): { left: number; top: number; side: number } {
  const side = Math.min(image.width, image.height) / crop.zoom
  const { x, y } = clampCrop(image, crop)
  return { left: x * image.width - side / 2, top: y * image.height - side / 2, side }
}

/** Keeps the square inside the image. */
export function clampCrop(image: Size, { zoom, x, y }: Crop): Crop {
  const half = Math.min(image.width, image.height) / zoom / 2
  const clamp = (value: number, length: number) => Math.min(Math.max(value, half / length), 1 - half / length)
  return { zoom, x: clamp(x, image.width), y: clamp(y, image.height) }
}

/** Moves by a fraction of the visible square, as a finger does: dragging right reveals the left side. */
export function moveCrop(image: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = cropSquare(image, crop)
  return clampCrop(image, {
    zoom: crop.zoom,
    x: crop.x - (right * side) / image.width,
    y: crop.y - (down * side) / image.height,
  })
}

export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop, pixels: number): void {
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw images.')
  const { left, top, side } = cropSquare(image, crop)
  context.imageSmoothingQuality = 'high'
  // JPEG has no transparency; without this, transparent areas would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, pixels, pixels)
  context.drawImage(image, left, top, side, side, 0, 0, pixels, pixels)
}

/** The cropped square as a JPEG of at most 0.1 MB. Reduces the quality first, then the size. */
export function toJpegUrl(image: ImageBitmap, crop: Crop): string {
  const canvas = document.createElement('canvas')
  let url = ''
  for (const pixels of [512, 384, 256, 128]) {
    drawCrop(canvas, image, crop, pixels)
    for (const quality of [0.9, 0.75, 0.6]) {
      url = canvas.toDataURL('image/jpeg', quality)
      if (bytesOf(url) <= MAX_BYTES) return url
    }
  }
  return url
}

export function bytesOf(dataUrl: string): number {
  return Math.floor((dataUrl.length - dataUrl.indexOf(',') - 1) * 0.75)
}
