import { Popover as RadixPopover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useFloatingContainer } from './dialog.tsx'

interface PopoverProps {
  label: string
  trigger: ReactElement
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  align?: 'start' | 'center' | 'end' | undefined
  children: ReactNode
}

export function Popover({ label, trigger, isOpen, onOpenChange, align = 'start', children }: PopoverProps) {
  const container = useFloatingContainer()
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal container={container}>
        <RadixPopover.Content
          className="ui-floating"
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
