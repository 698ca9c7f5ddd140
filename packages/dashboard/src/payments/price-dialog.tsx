import { useState } from 'react'
import { findIdProblem } from '../data/ids.ts'
import { centsOf, minTotalCents } from '../purchase/money.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'
import type { Price } from './catalog.ts'
import { type Interval, IntervalField, readInterval, toIntervalText } from './interval-field.tsx'

interface PriceDialogProps {
  /** Undefined for a new price. */
  price?: { id: string; price: Price } | undefined
  taken: readonly string[]
  onSave: (id: string, price: Price) => void
  onRemove: () => void
  onClose: () => void
}

export function PriceDialog({ price: given, taken, onSave, onRemove, onClose }: PriceDialogProps) {
  const [amount, setAmount] = useState(given?.price.USD ?? '')
  const [interval, setInterval] = useState(toIntervalText(given ? given.price.interval : [1, 'month']))
  const [serverOnly, setServerOnly] = useState(given?.price.serverOnly ?? false)
  const [typedId, setTypedId] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const read = readInterval(interval)
  const id = given?.id ?? typedId ?? suggestPriceId(read, taken)
  const idProblem = given ? undefined : findIdProblem(id, taken)
  const amountProblem = findAmountProblem(amount.trim())
  const save = () => {
    setHasTried(true)
    if (amountProblem || idProblem || read === null) return
    const { interval: _, ...rest } = given?.price ?? {}
    onSave(id, { ...rest, USD: amount.trim(), ...(read && { interval: read }), serverOnly })
    onClose()
  }
  return (
    <FormDialog
      title={given ? 'Edit price' : 'Add price'}
      onClose={onClose}
      onSubmit={save}
      action={given ? 'Apply' : 'Add price'}
      otherActions={
        given && (
          <Button
            variant="danger"
            onClick={() => {
              onRemove()
              onClose()
            }}
          >
            Remove price
          </Button>
        )
      }
    >
      <TextField
        label="Amount in US dollars"
        inputMode="decimal"
        placeholder="9.99"
        error={hasTried ? amountProblem : undefined}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <IntervalField
        label="Paid"
        never="Once"
        hint="A recurring price creates a subscription that runs until canceled."
        value={interval}
        hasTried={hasTried}
        onChange={setInterval}
      />
      {!given && (
        <TextField
          label="ID"
          isMono
          spellCheck={false}
          error={hasTried ? idProblem : undefined}
          value={id}
          onChange={(event) => setTypedId(event.target.value)}
        />
      )}
      <SwitchField
        label="Server only"
        hint="Only purchase links created by your server show this price."
        checked={serverOnly}
        onChange={setServerOnly}
      />
    </FormDialog>
  )
}

function findAmountProblem(amount: string): string | undefined {
  if (!/^(0|[1-9]\d*)(\.\d{1,2})?$/.test(amount)) return 'Enter an amount such as 10 or 9.99.'
  const cents = centsOf(amount)
  if (cents < minTotalCents) return 'Cards cannot be charged less than $0.50.'
  return cents > 99_999_999 ? 'Cards cannot be charged more than $999,999.99.' : undefined
}

const names = { day: 'daily', week: 'weekly', month: 'monthly', year: 'yearly' }

function suggestPriceId(interval: Interval | undefined | null, taken: readonly string[]): string {
  const [count, unit] = interval ?? []
  const name = unit ? (count === 1 ? names[unit] : `every-${count}-${unit}s`) : 'once'
  const others = Array.from({ length: taken.length }, (_, index) => `${name}-${index + 2}`)
  return [name, ...others].find((id) => !taken.includes(id)) ?? name
}
