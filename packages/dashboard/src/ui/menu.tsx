import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { useFloatingContainer } from './dialog.tsx'

interface MenuProps {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end' | undefined
  children: ReactNode
}

export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const container = useFloatingContainer()
  return (
    // Not modal, which would need inline style elements that the pages' policy forbids.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={container}>
        <DropdownMenu.Content className="ui-floating" align={align} sideOffset={4} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode | undefined
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  /** A link instead of an action. */
  link?: ReactElement | undefined
  onSelect?: (() => void) | undefined
  children?: ReactNode | undefined
}

export function MenuItem({ icon, isDanger, isDisabled, link, onSelect, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className="ui-menu-item"
      data-danger={isDanger || undefined}
      disabled={isDisabled ?? false}
      asChild={link !== undefined}
      {...(onSelect && { onSelect })}
    >
      {link ?? (
        <>
          {icon}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  )
}

export function MenuChoices<T extends string>(props: {
  label: string
  value: T
  onChange: (value: T) => void
  options: readonly { value: T; label: string; icon?: ReactNode }[]
}) {
  const { label, value, onChange, options } = props
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)} aria-label={label}>
      <DropdownMenu.Label className="ui-menu-label">{label}</DropdownMenu.Label>
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} value={option.value} className="ui-menu-item">
          {option.icon}
          {option.label}
          <DropdownMenu.ItemIndicator className="ui-menu-end">✓</DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

interface MenuCheckProps {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}

/** An option that can be on together with others. The menu stays open. */
export function MenuCheck({ isChecked, onChange, children }: MenuCheckProps) {
  return (
    <DropdownMenu.CheckboxItem
      className="ui-menu-item"
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      {children}
      <DropdownMenu.ItemIndicator className="ui-menu-end">✓</DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}

export const MenuSeparator = () => <DropdownMenu.Separator className="ui-menu-separator" />
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="ui-menu-label">{children}</DropdownMenu.Label>
)
