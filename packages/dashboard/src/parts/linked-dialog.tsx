import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { type DialogButton, Outside } from '../ui/dialog-button.tsx'

/** A button whose dialog has an address, the hash, so that the search can open it too. */
export function LinkedDialogButton({
  hash,
  dialog,
  ...button
}: ComponentProps<typeof DialogButton> & { hash: string }) {
  const { history } = useRouter()
  const navigate = useNavigate()
  const { hash: current } = useLocation()
  const show = (next: string) => void navigate({ to: '.', search: true, hash: next, replace: true })
  const close = () => {
    // A dialog that leads to another page must not lead back.
    if (history.location.hash === `#${hash}`) show('')
  }
  return (
    <>
      <Button {...button} onClick={() => show(hash)} />
      {current === hash && <Outside>{dialog(close)}</Outside>}
    </>
  )
}
