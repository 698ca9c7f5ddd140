import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useDraft } from './use-draft.ts'

const opened = { saved: { name: 'Shop', color: 'red', tags: new Set<string>() }, revision: 1 }

function openDraft() {
  const save = vi.fn(async () => {})
  const { result, rerender } = renderHook(({ saved, revision }) => useDraft(saved, { revision, save }), {
    initialProps: opened,
  })
  const change = (next: Partial<(typeof opened)['saved']>) => act(() => result.current.change(next))
  return { draft: result, rerender, change, save }
}

test('fields that are not edited follow what others save, and a save is based on what was there before the edit', async () => {
  const { draft, rerender, change, save } = openDraft()
  change({ name: 'Fieldnotes' })
  rerender({ saved: { ...opened.saved, name: 'Store', color: 'blue' }, revision: 2 })
  expect(draft.current.values).toMatchObject({ name: 'Fieldnotes', color: 'blue' })
  await act(() => draft.current.save())
  expect(save).toHaveBeenCalledWith({ name: 'Fieldnotes' }, expect.objectContaining({ color: 'blue' }), 1)
})

test('a field that was changed back follows others again', async () => {
  const { draft, rerender, change, save } = openDraft()
  change({ name: 'Fieldnotes' })
  change({ name: 'Shop' })
  rerender({ saved: { ...opened.saved, name: 'Store' }, revision: 2 })
  expect(draft.current.values.name).toBe('Store')
  expect(draft.current.isChanged).toBe(false)
  change({ color: 'blue' })
  await act(() => draft.current.save())
  expect(save).toHaveBeenCalledWith({ color: 'blue' }, expect.objectContaining({ name: 'Store' }), 2)
})

test('nothing is left to save when others have saved the same', () => {
  const { draft, rerender, change } = openDraft()
  change({ name: 'Fieldnotes' })
  rerender({ saved: { ...opened.saved, name: 'Fieldnotes' }, revision: 2 })
  expect(draft.current.isChanged).toBe(false)
})

test('what is edited during a save is left to be saved', async () => {
  const { draft, rerender, change, save } = openDraft()
  let finish = () => {}
  save.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
  change({ name: 'Field', color: 'blue' })
  let saved = Promise.resolve(false)
  act(() => {
    saved = draft.current.save()
  })
  change({ name: 'Fieldnotes' })
  rerender({ saved: { ...opened.saved, name: 'Field', color: 'blue' }, revision: 2 })
  finish()
  await act(async () => {
    await saved
  })
  expect(draft.current.values).toMatchObject({ name: 'Fieldnotes', color: 'blue' })
  await act(() => draft.current.save())
  expect(save).toHaveBeenLastCalledWith({ name: 'Fieldnotes' }, expect.anything(), 2)
})

test('sets differ by what they contain', () => {
  const { draft, change } = openDraft()
  change({ tags: new Set(['new']) })
  expect(draft.current.isChanged).toBe(true)
  expect([...draft.current.values.tags]).toEqual(['new'])
  change({ tags: new Set() })
  expect(draft.current.isChanged).toBe(false)
})
