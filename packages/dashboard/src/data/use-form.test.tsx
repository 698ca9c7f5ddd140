import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FormDialog } from '../ui/dialog.tsx'
import { Choice, SelectField, TextField } from '../ui/field.tsx'
import { Toasts } from '../ui/toast.tsx'
import { findEmailProblem, useForm } from './use-form.ts'

interface Values {
  email: string
  days: number
  isVerified: boolean
  tags: ReadonlySet<string>
}

type Options = Partial<Parameters<typeof useForm<Values>>[0]>

function TestDialog(options: Options) {
  const form = useForm<Values>({
    initial: { email: '', days: 7, isVerified: false, tags: new Set() },
    check: ({ email }) => ({ email: findEmailProblem(email) }),
    submit: async () => {},
    ...options,
  })
  return (
    <>
      <FormDialog {...form.dialog} title="Invite" action="Send" onClose={() => {}}>
        <TextField label="Email" {...form.text('email')} />
        <SelectField label="Days" options={{ 7: '7', 30: '30' }} {...form.text('days')} />
        <Choice type="checkbox" label="Verified" {...form.flag('isVerified')} />
        <Choice label="New" {...form.entry('tags', 'new')} />
      </FormDialog>
      <Toasts />
    </>
  )
}

beforeEach(() => {
  // jsdom does not open dialogs.
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true
  }
  vi.stubGlobal('fetch', async () => new Response())
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

test('opens with the focus in the first field', () => {
  render(<TestDialog />)
  expect(document.activeElement).toBe(email())
})

test('shows errors at their fields from the first attempt on, until they are corrected', async () => {
  const send = vi.fn(async () => {})
  render(<TestDialog submit={send} />)
  await userEvent.type(email(), 'ada')
  expect(screen.queryByRole('alert')).toBeNull()
  await submit()
  expect(screen.getByRole('alert').textContent).toBe('Enter an email address.')
  expect(email().getAttribute('aria-invalid')).toBe('true')
  expect(send).not.toHaveBeenCalled()
  await userEvent.type(email(), '@example.com')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('submits the values once while busy, then reports success', async () => {
  let finish = () => {}
  const send = vi.fn(
    (_: Values) =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const onDone = vi.fn()
  render(<TestDialog submit={send} done={({ email: to }) => `${to} was invited.`} onDone={onDone} />)
  await userEvent.type(email(), 'ada@example.com')
  await userEvent.selectOptions(screen.getByLabelText('Days'), '30')
  await userEvent.click(screen.getByLabelText('Verified'))
  await userEvent.click(screen.getByLabelText('New'))
  await submit()
  await userEvent.type(email(), '{Enter}')
  expect(send.mock.calls.map(([values]) => values)).toEqual([
    { email: 'ada@example.com', days: 30, isVerified: true, tags: new Set(['new']) },
  ])
  expect(screen.getByRole('button', { name: 'Send' }).getAttribute('aria-busy')).toBe('true')
  expect(onDone).not.toHaveBeenCalled()
  finish()
  expect(await screen.findByText('ada@example.com was invited.')).toBeTruthy()
  expect(onDone).toHaveBeenCalledOnce()
})

test('shows a refusal at its field and keeps the dialog open', async () => {
  const onDone = vi.fn()
  const send = async () => {
    throw new TypeError('fetch failed')
  }
  render(<TestDialog submit={send} refusal="email" onDone={onDone} />)
  await userEvent.type(email(), 'ada@example.com')
  await submit()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Could not reach the server/)
  expect(email().value).toBe('ada@example.com')
  expect(onDone).not.toHaveBeenCalled()
})

test('shows other refusals as a toast', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const send = async () => {
    throw new TypeError('fetch failed')
  }
  render(<TestDialog submit={send} refusal={() => undefined} />)
  await userEvent.type(email(), 'ada@example.com')
  await submit()
  expect(await screen.findByText(/^Could not reach the server/)).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows what others save until it is edited, and then saves on top of what was shown', async () => {
  const submit = vi.fn(async () => {})
  const of = (email: string, revision?: number) => (
    <TestDialog initial={{ email, days: 7, isVerified: false, tags: new Set() }} revision={revision} submit={submit} />
  )
  const { rerender } = render(of('ada@example.com', 1))
  rerender(of('grace@example.com', 2))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'grace@example.com')
  await userEvent.type(screen.getByLabelText('Email'), '.uk')
  rerender(of('eve@example.com', 3))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'grace@example.com.uk')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(submit).toHaveBeenCalledWith(expect.objectContaining({ email: 'grace@example.com.uk' }), 2)
})
