import { generate } from 'lean-qr/nano'
import { useMemo } from 'react'

/** The quiet zone that cameras need, in modules. */
const edge = 4

export interface QrCodeProps {
  text: string
  label: string
}

export default function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  const whole = size + 2 * edge
  return (
    <svg className="lk-qr" viewBox={`${-edge} ${-edge} ${whole} ${whole}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}

function draw(text: string): { size: number; path: string } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  }
  return { size: code.size, path }
}
