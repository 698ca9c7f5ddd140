import { useBlocker } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form } from '../ui/field.tsx'
import { Card } from '../ui/page.tsx'

interface UnsavedChangesGuardProps {
  isChanged: boolean
  /** If something other than changes would be lost. */
  question?: { title: string; description: string; leave: string; stay: string } | undefined
}

const aboutChanges = {
  title: 'Leave without saving?',
  description: 'You have unsaved changes on this page.',
  leave: 'Leave without saving',
  stay: 'Keep editing',
}

/** Asks before leaving a page with unsaved changes. */
export function UnsavedChangesGuard({ isChanged, question = aboutChanges }: UnsavedChangesGuardProps) {
  const blocker = useBlocker({
    // Dialogs and sections of the same page are no reason to ask.
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog
      title={question.title}
      description={question.description}
      onClose={blocker.reset}
      actions={
        <>
          <Button variant="danger" onClick={blocker.proceed}>
            {question.leave}
          </Button>
          <Button variant="primary" onClick={blocker.reset}>
            {question.stay}
          </Button>
        </>
      }
    />
  )
}

interface SaveButtonsProps {
  isBusy: boolean
  onDiscard: () => void
  /** Without it, the button submits the surrounding form. */
  onSave?: (() => void) | undefined
  label?: string | undefined
  isDisabled?: boolean | undefined
}

export function SaveButtons({ isBusy, onDiscard, onSave, label = 'Save', isDisabled }: SaveButtonsProps) {
  return (
    <>
      <Button variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
      <Button
        variant="primary"
        type={onSave ? 'button' : 'submit'}
        isBusy={isBusy}
        disabled={isDisabled}
        onClick={onSave}
      >
        {label}
      </Button>
    </>
  )
}

export interface SaveBarProps {
  isChanged: boolean
  isBusy: boolean
  onSave: () => void
  onDiscard: () => void
}

interface SaveCardProps extends SaveBarProps {
  title: string
  description?: string | undefined
  id?: string | undefined
  children: ReactNode
}

/** A card with its own save button, which appears with the first change. */
export function SaveCard({ title, description, id, isChanged, isBusy, onSave, onDiscard, children }: SaveCardProps) {
  return (
    <Form onSubmit={onSave}>
      <UnsavedChangesGuard isChanged={isChanged} />
      <Card
        title={title}
        description={description}
        id={id}
        footer={isChanged && <SaveButtons isBusy={isBusy} onDiscard={onDiscard} />}
      >
        {children}
      </Card>
    </Form>
  )
}

/** Appears with the first change and guards against leaving the page by accident. */
export function SaveBar({ isChanged, isBusy, onSave, onDiscard }: SaveBarProps) {
  return (
    <>
      <UnsavedChangesGuard isChanged={isChanged} />
      {isChanged && (
        <section className="ui-save-bar" aria-label="Unsaved changes">
          <span>You have unsaved changes.</span>
          <span className="ui-row">
            <SaveButtons isBusy={isBusy} onDiscard={onDiscard} onSave={onSave} label="Save changes" />
          </span>
        </section>
      )}
    </>
  )
}
