import { useLocation, useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { type DialogButton, Outside } from '../ui/dialog-button.tsx'

/** A button whose dialog has an address, the hash, so that the search can open it too. */
export function LinkedDialogButton({
  hash,
  dialog,
  ...button
}: ComponentProps<typeof DialogButton> & { hash: string }) {
  const navigate = useNavigate()
  const { hash: current } = useLocation()
  const show = (next: string) => void navigate({ to: '.', search: true, hash: next, replace: true })
  return (
    <>
      <Button {...button} onClick={() => show(hash)} />
      {current === hash && <Outside>{dialog(() => show(''))}</Outside>}
    </>
  )
}
