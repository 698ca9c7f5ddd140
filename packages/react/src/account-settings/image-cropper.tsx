import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { Button } from '../ui/button.tsx'
import { type Crop, clampCrop, drawCrop, moveCrop, toJpegUrl, wholeImage } from './crop.ts'

interface ImageCropperProps {
  image: ImageBitmap
  isSquare?: boolean | undefined
  onSave: (url: string) => Promise<void>
  onCancel: () => void
}

const steps: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-0.05, 0],
  ArrowRight: [0.05, 0],
  ArrowUp: [0, -0.05],
  ArrowDown: [0, 0.05],
}

/** Crops an image: drag or use the arrow keys to move it, and the slider to zoom. */
export function ImageCropper({ image, isSquare, onSave, onCancel }: ImageCropperProps) {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [crop, setCrop] = useState<Crop>(wholeImage)

  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop, 480)
  }, [image, crop])
  useEffect(() => canvas.current?.focus(), [])

  const move = (right: number, down: number) => setCrop((current) => moveCrop(image, current, right, down))
  const onPointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return
    const { clientWidth } = event.currentTarget
    move(event.movementX / clientWidth, event.movementY / clientWidth)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }

  return (
    <div className="lk-crop">
      <canvas
        className="lk-crop-area"
        ref={canvas}
        data-square={isSquare || undefined}
        tabIndex={0}
        role="img"
        aria-label={t('Drag the image or use the arrow keys to position it.')}
        onPointerDown={(event) => event.currentTarget.setPointerCapture?.(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <label className="lk-zoom">
        <span className="lk-label">{t('Zoom')}</span>
        <input
          className="lk-range"
          type="range"
          min={1}
          max={3}
          step={0.1}
          value={crop.zoom}
          onChange={(event) => setCrop(clampCrop(image, { ...crop, zoom: Number(event.target.value) }))}
        />
      </label>
      <div className="lk-actions">
        <Button size="small" kind="primary" onClick={() => onSave(toJpegUrl(image, crop))}>
          {t('Save')}
        </Button>
        <Button size="small" onClick={onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </div>
  )
}
