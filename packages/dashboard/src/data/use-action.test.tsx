import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { useAction } from './use-action.ts'

afterEach(cleanup)

function Switches({ save }: { save: (name: string) => Promise<void> }) {
  const { isBusy, run } = useAction()
  return (
    <>
      {['Password', 'Passkey'].map((name) => (
        <button key={name} type="button" onClick={() => void run(() => save(name), { done: `${name} is on.` })}>
          {name}
        </button>
      ))}
      <output>{isBusy ? 'Busy' : 'Idle'}</output>
    </>
  )
}

test('two quick actions are both made, one after the other, and a second click on the same is not', async () => {
  const finish: (() => void)[] = []
  const save = vi.fn((_: string) => new Promise<void>((resolve) => void finish.push(resolve)))
  render(<Switches save={save} />)
  await userEvent.click(screen.getByText('Password'))
  await userEvent.click(screen.getByText('Password'))
  await userEvent.click(screen.getByText('Passkey'))
  expect(save.mock.calls).toEqual([['Password']])
  expect(screen.getByText('Busy')).toBeTruthy()
  finish[0]!()
  await vi.waitFor(() => expect(save.mock.calls).toEqual([['Password'], ['Passkey']]))
  finish[1]!()
  expect(await screen.findByText('Idle')).toBeTruthy()
})
