/** One stroke or area of a mark, on a 20 × 20 grid. Without a colour it takes that of the text. */
interface Shape {
  d: string
  fill?: string
  stroke?: string
  width?: number
}

/** A sign by which people find their provider: drawn by us from few strokes, not a copy of the provider's artwork. */
export default function ProviderMark({ provider }: { provider: string }) {
  return (
    <svg className="lk-mark-drawing" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {marks[provider]?.map(({ d, fill = 'none', stroke = 'none', width }) => (
        <path key={d} d={d} fill={fill} fillRule="evenodd" stroke={stroke} strokeWidth={width} strokeLinecap="round" />
      ))}
    </svg>
  )
}

const text = 'currentColor'
const area = (d: string, fill = text): Shape => ({ d, fill })
const line = (d: string, width: number, stroke = text): Shape => ({ d, width, stroke })
const box = (x: number, y: number, size: number) => `M${x} ${y}h${size}v${size}h-${size}z`

const marks: Readonly<Record<string, readonly Shape[]>> = {
  google: [
    line('M4.5 6.1A6.9 6.9 0 0 1 14.8 5', 2.9, '#ea4335'),
    line('M3.9 13.2A6.9 6.9 0 0 1 4.1 6.6', 2.9, '#fbbc05'),
    line('M13.9 15.8A6.9 6.9 0 0 1 4.3 13.9', 2.9, '#34a853'),
    line('M10.6 10h6.2A6.9 6.9 0 0 1 14.4 15.4', 2.9, '#4285f4'),
  ],
  github: [
    area(
      'M10 2.2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM6.3 13.2C4.9 11.6 4.9 9 6 7.6L5.9 5 8.3 6.2a7 7 0 0 1 3.4 0L14.1 5 14 7.6c1.1 1.4 1.1 4-.3 5.6-.6.7-1.4 1.1-2.1 1.3v3.1H8.4v-3.1c-.7-.2-1.5-.6-2.1-1.3z',
    ),
  ],
  facebook: [
    area(
      'M11.3 18v-7h2.5l.5-3h-3V6.3c0-.9.4-1.5 1.6-1.5h1.5V2.2C13.9 2.1 13.2 2 12.4 2 9.9 2 8.3 3.5 8.3 6v2H5.7v3h2.6v7z',
    ),
  ],
  microsoft: [
    area(box(2.4, 2.4, 7.1), '#f25022'),
    area(box(10.5, 2.4, 7.1), '#7fba00'),
    area(box(2.4, 10.5, 7.1), '#00a4ef'),
    area(box(10.5, 10.5, 7.1), '#ffb900'),
  ],
  spotify: [
    line('M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16z', 1.3),
    line('M5.6 7.9c3-.9 6.4-.6 9 .9', 1.7),
    line('M6.2 10.7c2.5-.7 5.1-.4 7.3.8', 1.5),
    line('M6.7 13.3c2-.5 3.9-.3 5.6.6', 1.3),
  ],
  discord: [
    area(
      'M6.5 4.2a13 13 0 0 1 7 0c1.8.6 4.3 6 4 10.3-1.3 1-2.7 1.5-4 1.8l-1-1.7a10 10 0 0 1-5 0l-1 1.7c-1.3-.3-2.7-.8-4-1.8-.3-4.3 2.2-9.7 4-10.3zM7.3 9a1.5 1.7 0 1 0 0 3.4 1.5 1.7 0 0 0 0-3.4zM12.7 9a1.5 1.7 0 1 0 0 3.4 1.5 1.7 0 0 0 0-3.4z',
    ),
  ],
  gitlab: [
    area('M10 17.6 1.8 11.4 4.3 3l2.4 5.4h6.6L15.7 3l2.5 8.4z', '#fc6d26'),
    area('M10 17.6 6.7 8.4h6.6z', '#e24329'),
  ],
  apple: [
    area(
      'M10 6.2c1-.7 2-1 3.1-.9 1.3.1 2.4.7 3 1.7-2.7 1.7-2.2 5.2.5 6.3-.8 2.2-2.2 4.5-3.7 4.5-1 0-1.6-.6-2.7-.6s-1.7.6-2.7.6C5.6 17.8 3.3 13.8 3.3 10.7c0-3.2 1.9-5.3 4.1-5.4 1-.1 1.8.4 2.6.9zM9.9 5c-.1-1.9 1.2-3.4 3-3.7.2 1.9-1.2 3.6-3 3.7z',
    ),
  ],
  bitbucket: [area('M1.8 3.2h16.4l-2.3 13.6H4.1zM7.6 7.5l.8 5h3.2l.8-5z', '#2684ff')],
  linkedin: [
    area(
      'M3.5 7.5h2.7v9H3.5zM4.850 3.2a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM8 7.5h2.6v1.3c.5-.9 1.5-1.5 2.8-1.5 2.3 0 3.3 1.4 3.3 3.9v5.3H14v-4.9c0-1.2-.4-1.9-1.5-1.9S10.7 10.5 10.7 11.7v4.8H8z',
    ),
  ],
  x: [line('M3.6 3.4 16.4 16.6', 2.6), line('M16 3.4 4 16.6', 1.3)],
  twitch: [
    area('M4.6 2 2.4 5.2v10.6h4V18l2.3-2.2h3.2l5-4.9V2zM6 3.7h9.2v6.4l-2.5 2.5H9.5l-2 2v-2H6z'),
    area('M9 6h1.6v4H9zM12.4 6H14v4h-1.6z'),
  ],
}
