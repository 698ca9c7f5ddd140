import { findIdProblem } from '../data/ids.ts'
import { useForm } from '../data/use-form.ts'
import { centsOf, minTotalCents } from '../purchase/money.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import { SwitchField, TextField } from '../ui/field.tsx'
import type { Price } from './catalog.ts'
import {
  findIntervalProblem,
  type Interval,
  IntervalField,
  type IntervalText,
  readInterval,
  toIntervalText,
} from './interval-field.tsx'

interface PriceDialogProps {
  /** Undefined for a new price. */
  price?: { id: string; price: Price } | undefined
  taken: readonly string[]
  onSave: (id: string, price: Price) => void
  onRemove: () => void
  onClose: () => void
}

export function PriceDialog({ price: given, taken, onSave, onRemove, onClose }: PriceDialogProps) {
  const idOf = ({ id, interval }: { id: string | undefined; interval: IntervalText }) =>
    id ?? suggestPriceId(readInterval(interval), taken)
  const form = useForm({
    initial: {
      amount: given?.price.USD ?? '',
      interval: toIntervalText(given ? given.price.interval : [1, 'month']),
      serverOnly: given?.price.serverOnly ?? false,
      id: given?.id,
    },
    check: (values) => ({
      amount: findAmountProblem(values.amount.trim()),
      interval: findIntervalProblem(values.interval),
      id: given ? undefined : findIdProblem(idOf(values), taken),
    }),
    submit: async (values) => {
      const interval = readInterval(values.interval)
      const { interval: _, ...rest } = given?.price ?? {}
      const price = { ...rest, USD: values.amount.trim(), ...(interval && { interval }), serverOnly: values.serverOnly }
      onSave(idOf(values), price)
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      {...form.dialog}
      title={given ? 'Edit price' : 'Add price'}
      onClose={onClose}
      action={given ? 'Apply' : 'Add price'}
      otherActions={
        given && (
          <Button variant="danger" onClick={onRemove}>
            Remove price
          </Button>
        )
      }
    >
      <TextField label="Amount in US dollars" inputMode="decimal" placeholder="9.99" {...form.text('amount')} />
      <IntervalField
        label="Paid"
        never="Once"
        hint="A recurring price creates a subscription that runs until canceled."
        value={form.values.interval}
        error={form.errorOf('interval')}
        onChange={(interval) => form.change({ interval })}
      />
      {!given && (
        <TextField
          label="ID"
          isMono
          spellCheck={false}
          error={form.errorOf('id')}
          value={idOf(form.values)}
          onChange={(event) => form.change({ id: event.target.value })}
        />
      )}
      <SwitchField
        label="Server only"
        hint="Only purchase links created by your server show this price."
        {...form.flag('serverOnly')}
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
