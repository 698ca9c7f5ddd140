import { line } from 'd3-shape'
import './chart.css'

const width = 100
const height = 40

/** A trend line without axes. Decorative, because the numbers are next to it. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const top = Math.max(1, ...values)
  const draw = line<number>(
    (_, index) => (index / Math.max(1, values.length - 1)) * width,
    (value) => height - (value / top) * (height - 2),
  )
  return (
    <svg className="chart-sparkline" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={draw(values) ?? ''} />
    </svg>
  )
}
