import { useId } from 'react'
import { parseQuantity } from './money.ts'
import { paymentFormId } from './payment-form-id.ts'
import './quantity-field.css'

interface QuantityFieldProps {
  /** The raw text, so that an unfinished number is not corrected while typing. */
  text: string
  max: number
  isLocked: boolean
  onChange: (text: string) => void
}

export function QuantityField({ text, max, isLocked, onChange }: QuantityFieldProps) {
  const id = useId()
  const quantity = parseQuantity(text, max)
  const step = (by: number) => onChange(String(Math.min(max, Math.max(1, (quantity ?? 1) + by))))
  return (
    <div className="lk-quantity">
      <label htmlFor={id}>Quantity</label>
      <div className="lk-stepper">
        <button type="button" aria-label="One less" disabled={isLocked || quantity === 1} onClick={() => step(-1)}>
          <Sign path="M4 10h12" />
        </button>
        <input
          id={id}
          form={paymentFormId}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          max={max}
          step={1}
          required
          readOnly={isLocked}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={quantity === undefined || undefined}
          aria-describedby={`${id}-note`}
        />
        <button type="button" aria-label="One more" disabled={isLocked || quantity === max} onClick={() => step(1)}>
          <Sign path="M4 10h12 M10 4v12" />
        </button>
      </div>
      <p className="lk-problem" id={`${id}-note`} aria-live="polite">
        {quantity === undefined && `Enter a whole number from 1 to ${max.toLocaleString('en-US')}.`}
      </p>
    </div>
  )
}

function Sign({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
